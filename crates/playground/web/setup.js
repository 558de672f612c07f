// The form of a game: where it starts, who plays, the options of the program, and the rules.

// Makes the form. `begin` starts a game with the input of a start, `changePlayer` and
// `changeOptions` go on with what was changed.
const createSetup = ({ begin, changePlayer, changeOptions }) => {
  let course = null;

  const startSides = (input) => course.starts.find((start) => start.input === input)?.human;

  const fillOptions = (args) => {
    const field = ({ name, default: usual, values }) => {
      const given = args.indexOf(`--${name}`);
      const value = given < 0 ? usual : args[given + 1];
      const control = values?.length
        ? make("select", { id: `option-${name}` })
        : make("input", { id: `option-${name}`, type: "text", value, size: 6 });
      if (values?.length) {
        fillSelect(control, values.map((one) => ({ value: one, text: one || "(none)" })), value);
      }
      return make("label", {}, `${name} `, control);
    };
    byId("options").replaceChildren(...course.options.map(field));
    byId("options-box").hidden = course.options.length === 0;
  };

  const fillStarts = (state) => {
    const options = course.starts.map(({ label, input }) => ({ value: input, text: label }));
    if (!course.starts.some(({ input }) => input === "")) {
      options.push({ value: "", text: "type the set-up yourself" });
    }
    const start = course.starts.find(({ input }) => input !== "" && state?.input.startsWith(input));
    fillSelect(byId("start"), options, start?.input ?? options[0].value);
    byId("start").parentElement.hidden = options.length < 2;
  };

  const fillRules = (args) => {
    const sentences = ruleSentences(course, args);
    byId("rules").replaceChildren(...sentences.map((textContent) => make("li", { textContent })));
  };

  byId("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    begin(byId("start").value);
  });
  byId("start").addEventListener("change", () => begin(byId("start").value, true));
  byId("options").addEventListener("change", changeOptions);
  for (const side of SIDES) {
    byId(`player-${side}`).addEventListener("change", ({ target }) => changePlayer(side, target.value));
  }

  return {
    // Shows what the form says of a state of a course, or of its usual game.
    show(newCourse, state) {
      course = newCourse;
      fillRules(state?.args ?? []);
      fillOptions(state?.args ?? []);
      fillStarts(state);
      // The engine's controls are there if it knows the rules of the course.
      byId("engine-controls").hidden = byId("hint").hidden = !course.othello;
      byId("engine-note").textContent = course.othello
        ? ""
        : "The engine plays only Othello, and this course has different rules.";
    },
    fillRules,
    // Shows who plays a side; returns who does, if that player cannot be chosen.
    showPlayer(side, isTyped, player) {
      fillSelect(byId(`player-${side}`), playersFor(isTyped, course.othello), player);
      return byId(`player-${side}`).value;
    },
    start: () => byId("start").value,
    // The sides whose moves are typed in the chosen start: black, white, or both.
    humans: (input = byId("start").value) => startSides(input) ?? "both",
    isStart: (input) => startSides(input) !== undefined,
    args: () =>
      course.options.flatMap(({ name, default: usual }) => {
        const { value } = byId(`option-${name}`);
        return value === usual ? [] : [`--${name}`, value];
      }),
  };
};

// Returns the rules of a course in sentences. The computer may be chosen by `args`.
const ruleSentences = (course, args) => {
  const sentences = course.rules.length ? [...course.rules] : ["The rules are those of Othello."];
  if (course.listsMoves) sentences.push("The program lists the legal moves.");
  if (course.illegalLoses) sentences.push("An illegal move loses the game.");
  const chosen = args[args.indexOf("--computer") + 1];
  if (args.includes("--computer")) sentences.push(`The computer is ${chosen}.`);
  else if (course.rule) sentences.push(`The computer plays ${course.rule}`.replace(/[.]?$/, "."));
  if (course.computer === "free") sentences.push("The computer searches for a good move.");
  return sentences;
};
