// The buttons and the slider that step through the positions of a game.

// The time that each position is shown while they follow each other, in milliseconds.
const STEP_PAUSE = 700;

// Makes them in `host`, whose id is the beginning of theirs. `go` gets the number of the
// position to show.
const createSteps = (host, { go }) => {
  let now = 0;
  let last = 0;
  const button = (name, sign, label, target) =>
    makeButton(sign, () => go(target()), { id: `${host.id}-${name}`, "aria-label": label });
  const first = button("first", "«", "To the start", () => 0);
  const back = button("back", "‹", "One position back", () => now - 1);
  const text = make("span", { className: "step-text", id: `${host.id}-text` });
  const on = button("on", "›", "One position on", () => now + 1);
  const end = button("last", "»", "To the last position", () => last);
  host.setAttribute("role", "group");
  host.setAttribute("aria-label", "Positions");
  const slider = make("input", { type: "range", id: `${host.id}-slider`, min: 0, "aria-label": "Position" });
  slider.addEventListener("input", () => go(Number(slider.value)));
  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Autoplay";
  };
  const autoplay = () => {
    if (timer) return stop();
    if (now >= last) go(0);
    timer = setInterval(() => go(now + 1), STEP_PAUSE);
    play.textContent = "Stop";
  };
  // Nothing moves by itself for those who do not want it.
  const play = makeButton("Autoplay", autoplay, { id: `${host.id}-play`, className: "moves-by-itself" });
  host.append(first, back, text, on, end, play, slider);
  return {
    show(newNow, newLast) {
      // Whoever steps elsewhere, or plays on, has seen enough.
      if (timer && (newNow >= newLast || newLast !== last || Math.abs(newNow - now) > 1)) stop();
      now = newNow;
      last = newLast;
      const [isFirst, isLast] = [now <= 0, now >= last];
      for (const one of [on, end]) if (!isLast) one.disabled = false;
      for (const one of [first, back]) disable(one, isFirst, [on, host.closest("section")]);
      for (const one of [on, end]) disable(one, isLast, [back, host.closest("section")]);
      slider.max = last;
      slider.value = now;
      slider.disabled = last < 1;
      disable(play, last < 1, [on, host.closest("section")]);
      text.textContent = last > 0 ? `${now} of ${last}` : "start";
    },
  };
};
