// Keeps what was loaded of the site on the device, so that it works offline. The builder puts
// the addresses of the files before this: `FIRST`, which the first board needs, and `FILES`, all
// of them; and the name of this build's cache, `CACHE`.
"use strict";

const ADDRESSES = new Set(FILES.map((file) => new URL(file, registration.scope).href));

oninstall = (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FIRST)));
};

onactivate = (event) => {
  const isOld = (name) => name.startsWith("reversi-playground-") && name !== CACHE;
  const remove = async () => {
    for (const name of await caches.keys()) if (isOld(name)) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(remove());
};

onfetch = (event) => {
  const { request } = event;
  const whole = request.url.split("#")[0];
  const address = request.mode === "navigate" ? whole.replace(/(index\.html)?(\?.*)?$/, "") : whole;
  if (!ADDRESSES.has(address)) return;
  const kept = async () => (await caches.open(CACHE)).match(address);
  // The page names the files of its build, so the newest page is asked for first. An
  // address of a file changes with its contents, so what is kept is right.
  const answer =
    request.mode === "navigate"
      ? fetch(request).catch(kept)
      : kept().then((file) => file ?? fetched(request, address));
  event.respondWith(answer);
};

// Fetches a file that is asked for the first time, such as the engine, and keeps it.
const fetched = async (request, address) => {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(address, answer.clone()).catch(() => {});
  return answer;
};

// The page asks to keep all files.
onmessage = (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    const missing = [];
    for (const file of FILES) if (!(await cache.match(file))) missing.push(file);
    await cache.addAll(missing);
  };
  const answer = (sentence) => event.ports[0].postMessage(sentence);
  const problem = (error) => answer(`The page cannot be made available offline: ${error.message}.`);
  event.waitUntil(keep().then(() => answer("The whole page works offline now."), problem));
};
