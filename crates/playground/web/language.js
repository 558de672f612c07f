// The page in other languages. English is in the page; the table of another language is
// loaded when it is asked for, and every text that enters the document is looked up in it.
// What programs, cases and the marker say is not translated: it has `translate="no"`.

const LANGUAGES = [
  { value: "en", text: "English" },
  { value: "tr", text: "Türkçe" },
  { value: "fr", text: "Français" },
];
const TRANSLATED_ATTRIBUTES = ["aria-label", "placeholder", "title", "label"];

// Returns a function that translates a text by a table from English: in a key, `{}` stands for
// a part of a sentence and `{n}` for a number, and in the translation for what stood there. A text
// without an entry is translated sentence by sentence; `miss` gets what has none.
const createTranslator = (table, miss) => {
  const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const part = { "{}": "((?:(?![.!?] ).)+?)", "{n}": "(\\d+)" };
  // A part that ends a key does not end a sentence.
  const pattern = (key) => `${key.split(/(\{n?\})/).map((one) => part[one] ?? escaped(one)).join("")}${key.endsWith("}") ? "(?<![.!?])" : ""}`;
  const patterns = Object.keys(table)
    .filter((key) => key.includes("{"))
    // The one with the most words of its own is the closest.
    .sort((a, b) => b.length - a.length)
    .map((key) => [new RegExp(`^${pattern(key)}$`, "su"), table[key]]);
  const known = new Map();
  const lookUp = (text) => {
    if (!/\p{L}{2}/u.test(text)) return text;
    if (table[text] !== undefined) return table[text];
    for (const [pattern, translation] of patterns) {
      const parts = pattern.exec(text)?.slice(1).map((part) => translate(part, true));
      if (parts) return translation.replace(/\{(\d?)\}/g, (_, number) => (number ? parts[number - 1] : parts.shift()));
    }
    return undefined;
  };
  // Of a part of a sentence it is no fault to have no entry: it may be a name.
  const translate = (text, isPart = false) => {
    if (!known.has(text)) {
      const inParts = (parts, between, areParts) =>
        parts.length > 1 ? parts.map((one) => translate(one, areParts)).join(between) : undefined;
      const whole =
        lookUp(text) ?? inParts(text.split(/(?<=[.?!]) /u), " ", isPart) ?? inParts(text.split(", "), ", ", true);
      if (whole === undefined && !isPart) miss(text);
      known.set(text, whole ?? text);
    }
    return known.get(text);
  };
  return translate;
};

// Returns the language of the page: the chosen one, or else the first of the browser's that
// it has.
const chosenLanguage = () => {
  const named = new URLSearchParams(location.search).get("language") ?? "";
  const wanted = [readSetting("language", named), ...navigator.languages].map((name) => name.slice(0, 2));
  return wanted.find((name) => LANGUAGES.some(({ value }) => value === name)) ?? "en";
};

// Translates the document from now on.
const startLanguage = async () => {
  const language = chosenLanguage();
  const menu = byId("language");
  fillSelect(menu, LANGUAGES, language);
  menu.addEventListener("change", () => {
    writeSetting("language", menu.value);
    if (unstored.has("language")) location.search = `language=${menu.value}`;
    else location.reload();
  });
  if (language === "en") return;
  byId("english").hidden = false;
  const table = JSON.parse(new TextDecoder().decode(await bytesOfPart(language)));
  const missing = new Set();
  const translator = createTranslator(table, (text) => {
    missing.add(text);
    document.body.dataset.untranslated = [...missing].join("\n");
  });
  const translate = (text) => {
    const [, before, words, after] = /^(\s*)(.*?)(\s*)$/su.exec(text);
    return before + translator(words.replace(/\s+/g, " ")) + after;
  };
  // What this script has written is not looked up again.
  const written = new WeakMap();
  const isOurs = ({ isConnected, parentElement }) =>
    isConnected && !parentElement.closest("[translate=no], script, noscript, textarea, pre, code");
  const translateText = (node) => {
    if (written.get(node) === node.data || !isOurs(node)) return;
    const translated = translate(node.data);
    written.set(node, translated);
    if (translated !== node.data) node.data = translated;
  };
  const translateAttribute = (element, name) => {
    const value = element.getAttribute(name);
    const done = written.get(element)?.[name];
    if (!value || done === value || element.closest("[translate=no]")) return;
    const translated = translate(value);
    written.set(element, { ...written.get(element), [name]: translated });
    if (translated !== value) element.setAttribute(name, translated);
  };
  const translateTree = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = root; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) translateText(node);
      else for (const name of TRANSLATED_ATTRIBUTES) if (node.hasAttribute?.(name)) translateAttribute(node, name);
    }
  };
  // It runs before the next frame is drawn.
  new MutationObserver((records) => {
    for (const { type, target, addedNodes, attributeName } of records) {
      if (type === "characterData") translateText(target);
      else if (type === "attributes") translateAttribute(target, attributeName);
      else addedNodes.forEach(translateTree);
    }
  }).observe(document.documentElement, {
    childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: TRANSLATED_ATTRIBUTES,
  });
  document.documentElement.lang = language;
  translateTree(document.documentElement);
};
