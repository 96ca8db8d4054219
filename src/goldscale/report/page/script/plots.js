/* Plots: an axis with round numbers, a scatter plot that can be read with a pointer or with the arrow keys, bars. */
const roundTicks = (low, high) => {
  const rough = (high - low) / 5 || 0.1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((nice) => nice * power >= rough * 0.999999);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  const ticks = [];
  for (let at = first; at <= Math.max(last, first + 1); at += 1) ticks.push(Number((at * step).toPrecision(10)));
  return ticks;
};
const axisOf = (values, from, to) => {
  const ticks = roundTicks(Math.min(...values), Math.max(...values));
  const [low, high] = [ticks[0], ticks.at(-1)];
  return { ticks, place: (value) => from + ((value - low) / (high - low)) * (to - from) };
};

const MARKS = {
  run: (x, y) => `M${x - 4},${y}a4,4 0 1,0 8,0a4,4 0 1,0 -8,0`,
  baseline: (x, y) => `M${x - 4},${y - 4}l8,8m0,-8l-8,8`,
  chance: (x, y) => `M${x},${y - 6}l6,6l-6,6l-6,-6z`,
  dot: (x, y) => `M${x - 2},${y}a2,2 0 1,0 4,0a2,2 0 1,0 -4,0`,
};

/* points: { x, y, told, kind }. One tab stop: the arrow keys go from point to point, from left to right. */
const scatterPlot = (points, across, up, { equal = false } = {}) => {
  const [width, height, left, foot, top] = [560, 400, 52, 44, 26];
  const spans = equal ? [points.flatMap(({ x, y }) => [x, y])] : [points.map(({ x }) => x), points.map(({ y }) => y)];
  // One value at a time: spreading 13 000 arguments may be more than a browser takes.
  const ends = spans.map((values) => values.reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [Infinity, -Infinity]));
  const x = axisOf(ends[0], left, width - 10);
  const y = axisOf(ends.at(-1), height - foot, top);
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "plot", tabindex: 0, role: "img" });
  svg.setAttribute("aria-label", `${up} against ${across}, ${points.length} points; the arrow keys go from one to the next`);
  for (const tick of x.ticks) {
    svg.append(drawn("path", { class: "grid", d: `M${x.place(tick)},${top}V${height - foot}` }));
    svg.append(drawn("text", { x: x.place(tick), y: height - foot + 16, "text-anchor": "middle", class: "scale" }, String(tick)));
  }
  for (const tick of y.ticks) {
    svg.append(drawn("path", { class: "grid", d: `M${left},${y.place(tick)}H${width - 10}` }));
    svg.append(drawn("text", { x: left - 6, y: y.place(tick) + 4, "text-anchor": "end", class: "scale" }, String(tick)));
  }
  if (equal) svg.append(drawn("path", { class: "diagonal", d: `M${left},${height - foot}L${width - 10},${top}` }));
  svg.append(drawn("text", { x: width - 10, y: height - 8, "text-anchor": "end" }, across), drawn("text", { x: 0, y: 14 }, up));
  const placed = points.map((p) => ({ ...p, at: [x.place(p.x), y.place(p.y)] })).sort((p, q) => p.x - q.x || p.y - q.y);
  for (const kind of Object.keys(MARKS)) {
    const path = placed.filter((p) => p.kind === kind).map((p) => MARKS[kind](...p.at.map((v) => Math.round(v * 10) / 10)));
    if (path.length) svg.append(drawn("path", { class: kind, d: path.join("") }));
  }
  const ring = drawn("circle", { r: 8, class: "ring", visibility: "hidden" });
  const told = element("p", "", "told");
  told.setAttribute("aria-live", "polite");
  svg.append(ring);
  let chosen = -1;
  const choose = (at) => {
    chosen = at;
    const found = placed[at];
    ring.setAttribute("visibility", found ? "visible" : "hidden");
    told.textContent = found ? found.told : "";
    if (found) {
      ring.setAttribute("cx", found.at[0]);
      ring.setAttribute("cy", found.at[1]);
    }
    return found;
  };
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const [px, py] = [((event.clientX - box.left) * width) / box.width, ((event.clientY - box.top) * height) / box.height];
    let [near, distance] = [-1, 20 ** 2];
    placed.forEach(({ at: [ax, ay] }, at) => {
      const away = (ax - px) ** 2 + (ay - py) ** 2;
      if (away < distance) [near, distance] = [at, away];
    });
    point(choose(near)?.told, event.clientX, event.clientY);
  });
  svg.addEventListener("pointerleave", () => point(""));
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step || !placed.length) return;
    event.preventDefault();
    choose((Math.max(chosen, step > 0 ? -1 : 0) + step + placed.length) % placed.length);
  });
  const made = element("div");
  made.append(svg, told);
  return made;
};

// Bars of [name, value, ...more cells] to both sides of zero, the longest as long as the place allows.
const differenceBars = (rows, digits) => {
  const made = element("div", undefined, "rows");
  const longest = rows.reduce((most, [, value]) => Math.max(most, Math.abs(value)), 1e-9);
  for (const [name, value, about] of rows) {
    const bar = element("i", undefined, value < 0 ? "less" : "more");
    bar.style.width = `${(50 * Math.abs(value)) / longest}%`;
    const track = element("span", undefined, "track");
    track.append(bar);
    const line = element("div", undefined, "line");
    line.title = about;
    line.append(element("span", name, "name"), element("span", `${value > 0 ? "+" : ""}${shown(value, digits)}`, "n"), track);
    made.append(line);
  }
  return made;
};
