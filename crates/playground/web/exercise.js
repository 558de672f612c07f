// Exercises: positions in which exactly one move wins, which the engine solves here.

// Makes them. `open` shows a position that was set up; `say` shows a sentence.
const createExercise = ({ engine, open, say }) => {
  let now = null;

  const text = ({ mover }) => `${mover === "black" ? "Black" : "White"} to win: find the move.`;
  byId("exercise").addEventListener("click", async () => {
    byId("exercise").disabled = true;
    // The evaluation would tell the move.
    if (byId("analyse").checked) byId("analyse").click();
    try {
      if (!engine) throw new Error("there are no workers");
      const all = await engine.exercises();
      const number = Number(readSetting("exercise", "0")) % all.length;
      writeSetting("exercise", String(number + 1));
      now = { rows: 8, cols: 8, ...all[number] };
      await open(now);
      announce(text(now));
    } catch (error) {
      say(engineProblem(error));
    } finally {
      byId("exercise").disabled = false;
    }
  });

  return {
    // Returns what is to be done if `state` is the exercise before its first move.
    task: (state) =>
      now !== null && state.position?.board === now.board && state.input === "" ? text(now) : undefined,
    // Returns `true` if the move on `square`, which is called `name`, wins; says what it does.
    async wins(square, name) {
      const question = { ...now };
      say("The engine is solving.");
      await engine.evaluate([{ ...question, depth: 60 }], () => {});
      const { moves } = engine.result(question);
      const { score } = moves.find((one) => one.square === square);
      const result = score === 0 ? "draws" : `${score > 0 ? "wins" : "loses"} by ${Math.abs(score)}`;
      const sentence = score > 0 ? `Right: ${name} ${result}.` : `${name} ${result}. Another move wins.`;
      say(sentence);
      announce(sentence);
      return score > 0;
    },
  };
};
