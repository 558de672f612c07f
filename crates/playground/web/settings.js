// What the page remembers between visits: which marks it shows, and nothing else. A page
// from a disk shares its store with all others, so the keys have a prefix.

const SETTINGS_PREFIX = "reversi-playground.";

const readSetting = (name, fallback) => {
  try {
    return localStorage.getItem(SETTINGS_PREFIX + name) ?? fallback;
  } catch {
    // Storage can be switched off.
    return fallback;
  }
};

const writeSetting = (name, value) => {
  try {
    localStorage.setItem(SETTINGS_PREFIX + name, value);
  } catch {
    // The page then works without a memory.
  }
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
