// Who plays a side: a person at this page, the course's own computer, or one of ours.

const OWN = "own";
const PERSON = "person";

const RANDOM = "player:random";
const STRONGEST = "seconds:1";

// Our computers, from the weakest on, each named with how it plays.
const COMPUTERS = [
  { value: RANDOM, text: "Beginner: random moves" },
  { value: "player:greedy", text: "Greedy: the most flips" },
  { value: "player:positional", text: "Positional: corners and edges" },
  { value: "player:smarter", text: "Lab 8's smarter" },
  { value: "player:smartest", text: "Lab 8's smartest" },
  ...[1, 2, 4, 6, 8, 12].map((depth) => ({ value: `depth:${depth}`, text: `Engine: ${plies(depth)}` })),
  { value: STRONGEST, text: "Engine: 1 s per move" },
];

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
