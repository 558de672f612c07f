// Loading the cases and the check, when they are first asked for.

// `loaded` is called once, when the panes Cases and Check can be filled.
const createSuite = ({ loaded }) => {
  const places = [...document.querySelectorAll(".loading")];
  let isLoaded = false;
  let loading = null;

  const tell = (sentence) => {
    for (const place of places) place.textContent = sentence;
  };
  const start = async () => {
    tell("Loading the cases…");
    try {
      await startCases();
    } catch (error) {
      tell(`The cases cannot be loaded: ${error.message}. Choose this pane again to try again.`);
      document.body.dataset.suite = "failed";
      loading = null;
      return false;
    }
    isLoaded = true;
    document.body.dataset.suite = "ready";
    loaded();
    return true;
  };
  return {
    isLoaded: () => isLoaded,
    // Loads them unless they are loaded. Returns `true` if they are, in the end.
    load: () => (loading ??= start()),
  };
};
