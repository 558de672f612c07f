// Keeps the site on the device, so that it works offline. The builder puts the addresses
// of the files before this, as `FILES`, and the name of this build's cache, `CACHE`.
"use strict";

const ADDRESSES = new Set(FILES.map((file) => new URL(file, registration.scope).href));

oninstall = (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
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
  const address = request.url.split("#")[0];
  if (!ADDRESSES.has(address)) return;
  const kept = async () => (await caches.open(CACHE)).match(address);
  // The page names the files of its build, so the newest page is asked for first. An
  // address of a file changes with its contents, so what is kept is right.
  const answer =
    request.mode === "navigate"
      ? fetch(request).catch(kept)
      : kept().then((file) => file ?? fetch(request));
  event.respondWith(answer);
};
