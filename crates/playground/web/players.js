// Who plays a side: a person at this page, the course's own computer, or one of ours.

const OWN = "own";
const PERSON = "person";

// The engine's strengths, from the weakest on.
const STRENGTHS = [
  { value: "depth:1", text: "Beginner" },
  { value: "depth:2", text: "Novice" },
  { value: "depth:4", text: "Intermediate" },
  { value: "depth:6", text: "Advanced" },
  { value: "depth:8", text: "Expert" },
  { value: "depth:12", text: "Master" },
  { value: "seconds:1", text: "Strongest" },
];

const COMPUTERS = [
  ...STRENGTHS,
  { value: "player:smarter", text: "Lab 8's smarter" },
  { value: "player:smartest", text: "Lab 8's smartest" },
];

// Returns how far each strength searches, in a sentence.
const strengthText = () => {
  const each = STRENGTHS.map(({ value, text }) => {
    const [kind, limit] = value.split(":");
    return `${text} ${kind === "depth" ? plies(Number(limit)) : `${limit} s per move`}`;
  });
  return `The engine searches: ${each.join(", ")}.`;
};

// Returns the level of one of our computers, as the engine takes it.
const levelOf = (player) => {
  const [kind, value] = player.split(":");
  return { [kind]: kind === "player" ? value : Number(value) };
};

// Returns the players that an address names, as in `person,depth:4`; `undefined` if they
// are none.
const playersNamed = (text) => {
  const values = [OWN, PERSON, ...COMPUTERS.map(({ value }) => value)];
  const [black, white, ...rest] = text?.split(",") ?? [];
  const isKnown = rest.length === 0 && values.includes(black) && values.includes(white);
  return isKnown ? { black, white } : undefined;
};

// Returns the choices for a side. `isTyped` is set if the program reads its moves,
// `isOthello` if our computers know the rules.
const playersFor = (isTyped, isOthello) => {
  const people = isTyped
    ? [{ value: PERSON, text: "You" }]
    : [
        { value: OWN, text: "The course's computer" },
        { value: PERSON, text: "Another person" },
      ];
  return isOthello ? [...people, { group: "Computers", options: COMPUTERS }] : people;
};
