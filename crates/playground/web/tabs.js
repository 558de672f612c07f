// The tabs at the top: one tab stop, arrows between them.

// Connects the tabs. `changed` gets the name of the pane that is shown.
const createTabs = ({ changed }) => {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const paneOf = (tab) => byId(tab.getAttribute("aria-controls"));
  const show = (name) => {
    for (const tab of tabs) {
      const isShown = paneOf(tab).id === name;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      paneOf(tab).hidden = !isShown;
    }
    document.body.dataset.pane = name;
    changed(name);
  };
  for (const tab of tabs) tab.addEventListener("click", () => show(paneOf(tab).id));
  tabs[0].parentElement.addEventListener("keydown", (event) => {
    const now = tabs.indexOf(document.activeElement);
    const steps = {
      ArrowLeft: now - 1,
      ArrowRight: now + 1,
      Home: 0,
      End: tabs.length - 1,
    };
    if (now < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = tabs[(steps[event.key] + tabs.length) % tabs.length];
    next.focus();
    show(paneOf(next).id);
  });
  return { show, names: tabs.map((tab) => paneOf(tab).id) };
};
