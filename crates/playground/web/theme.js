// Lets the reader choose light or dark colours. The styles have both, by what the system prefers.
const startTheme = () => {
  const menu = byId("theme");
  menu.value = readSetting("theme", "");
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule.media?.mediaText.includes("prefers-color-scheme"));
  const usual = rules.map((rule) => rule.media.mediaText);
  const use = () => {
    document.documentElement.style.colorScheme = menu.value;
    rules.forEach((rule, index) => {
      const all = { dark: "all", light: "not all" };
      rule.media.mediaText = all[menu.value] ?? usual[index];
    });
  };
  menu.addEventListener("change", () => {
    writeSetting("theme", menu.value);
    use();
  });
  use();
};
