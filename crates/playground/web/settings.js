// What the page remembers between visits: which marks it shows, the games, the made cases
// and the pasted outputs. A page from a disk shares its store with all others, so the keys
// have a prefix.

const SETTINGS_PREFIX = "reversi-playground.";

// What was written on this page: storage can be switched off or full, and then this is
// the memory until the page is left.
const writtenSettings = new Map();

const readSetting = (name, fallback) => {
  try {
    return writtenSettings.get(name) ?? localStorage.getItem(SETTINGS_PREFIX + name) ?? fallback;
  } catch {
    return fallback;
  }
};

const writeSetting = (name, value) => {
  writtenSettings.set(name, value);
  try {
    localStorage.setItem(SETTINGS_PREFIX + name, value);
  } catch {
    // It stays in `writtenSettings`.
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
const writeValue = (name, value) => writeSetting(name, JSON.stringify(value));

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
