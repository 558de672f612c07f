// Small helpers for the document. Text of a person or a program enters it only as
// text, never as HTML.

const byId = (id) => document.getElementById(id);

// Makes an element. Properties with a dash in their name, and `role`, become attributes.
const make = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "role" || name.includes("-")) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
};

// Replaces the options of a select. An option is `{value, text}`, or has `group` and
// `options`. The value stays if it is still there.
const fillSelect = (select, options, value = select.value) => {
  const option = ({ value, text }) => make("option", { value, textContent: text });
  const item = (one) =>
    one.options ? make("optgroup", { label: one.group }, ...one.options.map(option)) : option(one);
  select.replaceChildren(...options.map(item));
  select.value = value;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
};

// Offers bytes or text as a file to save.
const saveFile = (name, contents, type = "application/octet-stream") => {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const link = make("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the file only after the click is dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

// Makes a button that calls `act`.
const makeButton = (text, act, properties = {}) => {
  const button = make("button", { type: "button", textContent: text, ...properties });
  button.addEventListener("click", act);
  return button;
};

// Makes a button that offers a file of text to save.
const fileButton = ({ name, text }) => makeButton(`Save ${name}`, () => saveFile(name, text, "text/plain"));

// Copies a text. Returns what the reader should know.
const copyText = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  } catch {
    return "Copy it from here.";
  }
};

// Shows a sentence above everything else; an empty one removes it.
const showProblem = (sentence) => {
  const place = byId("problem");
  place.textContent = sentence;
  place.hidden = sentence === "";
};

// Says a sentence to screen readers. The marker's are not translated.
const announce = (sentence, isTranslated = true) => {
  byId("status").translate = isTranslated;
  byId("status").textContent = sentence;
};

// Returns the text of a message without backticks, to be read aloud.
const plain = (text) => text.replaceAll("`", "");

// Returns the text of a message as nodes; what is between backticks is code.
const withCode = (text) => {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, index) => (index % 2 ? make("code", { textContent: part }) : part));
};

// What stands for a character that cannot be seen, such as ␊ for a line end. Not every font
// has them, so the style draws their `data-sign` in their place.
const CONTROL_PICTURE = /([\u2400-\u2426▶])/u;
const CONTROL_SIGNS = { "␊": "\\n", "␍": "\\r", "␉": "\\t", "␄": "end", "␀": "\\0", "␛": "esc", "␡": "del" };

// Returns a text with pictures of control characters as nodes; ▶, where the marker points
// at, has the class `here`.
const withControls = (text) =>
  text.split(CONTROL_PICTURE).map((part, index) => {
    if (index % 2 === 0) return part;
    if (part === "▶") return make("span", { className: "here", textContent: part });
    const code = part.codePointAt(0) - 0x2400;
    const sign = CONTROL_SIGNS[part] ?? `^${String.fromCharCode(code + 0x40)}`;
    return make("span", { className: "control", "data-sign": sign, textContent: part });
  });

// Disables a button or enables it. If it has the focus, the first of `others` that is
// enabled gets it: a disabled button loses it, and the keyboard with it.
const disable = (button, isDisabled, others) => {
  const hadFocus = document.activeElement === button;
  button.disabled = isDisabled;
  if (isDisabled && hadFocus) others.find((one) => one && !one.disabled)?.focus();
};

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// Returns a number as the language of the page writes it, with this many decimals.
const inDigits = (number, decimals) =>
  number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
