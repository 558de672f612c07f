// Tabs: one tab stop, arrows between them.

// Connects the tabs in `list`. `changed` gets the name of the pane that is shown, which is its
// id.
const createTabs = (list, { changed }) => {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const paneOf = (tab) => byId(tab.getAttribute("aria-controls"));
  const show = (name) => {
    for (const tab of tabs) {
      const isShown = paneOf(tab).id === name;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      paneOf(tab).hidden = !isShown;
    }
    changed(name);
  };
  for (const tab of tabs) tab.addEventListener("click", () => show(paneOf(tab).id));
  list.addEventListener("keydown", (event) => {
    const shown = tabs.filter((tab) => tab.checkVisibility?.() ?? true);
    const now = shown.indexOf(document.activeElement);
    const steps = {
      ArrowLeft: now - 1,
      ArrowRight: now + 1,
      Home: 0,
      End: shown.length - 1,
    };
    if (now < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = shown[(steps[event.key] + shown.length) % shown.length];
    next.focus();
    show(paneOf(next).id);
  });
  return { show, names: tabs.map((tab) => paneOf(tab).id) };
};
