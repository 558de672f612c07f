// What the page remembers between visits: which marks it shows, the games, the made cases
// and the pasted outputs. A page from a disk shares its store with all others, so the keys
// have a prefix.

const SETTINGS_PREFIX = "reversi-playground.";

// What could not be stored: storage can be switched off or full, and then this is the memory
// until the page is left. Everything else is read anew, since other tabs write it, too.
const unstored = new Map();

const readSetting = (name, fallback) => {
  try {
    return unstored.get(name) ?? localStorage.getItem(SETTINGS_PREFIX + name) ?? fallback;
  } catch {
    return fallback;
  }
};

const writeSetting = (name, value) => {
  try {
    localStorage.setItem(SETTINGS_PREFIX + name, value);
    unstored.delete(name);
  } catch {
    unstored.set(name, value);
  }
};

// Returns a remembered value that is no text; `fallback` if there is none.
const readValue = (name, fallback) => {
  try {
    return JSON.parse(readSetting(name, "null")) ?? fallback;
  } catch {
    // Another page of this address may use the name.
    return fallback;
  }
};
let isToldUnstored = false;
// Remembers it. Says once if it will be lost.
const writeValue = (name, value) => {
  writeSetting(name, JSON.stringify(value));
  if (isToldUnstored || !unstored.has(name) || !byId("problem").hidden) return;
  isToldUnstored = true;
  showProblem("This browser stores nothing more for this page. Games and cases are lost when the page is closed: save what you want to keep.");
};

// Connects a checkbox with its setting and calls `changed` after each change.
const bindToggle = (name, isOn, changed) => {
  const box = byId(name);
  box.checked = readSetting(name, isOn ? "on" : "off") === "on";
  box.addEventListener("change", () => {
    writeSetting(name, box.checked ? "on" : "off");
    changed();
  });
  return box;
};
