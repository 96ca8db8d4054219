/* The leaderboard's bars are those of the measure by which it is sorted, with an axis of their own. */
const board = document.querySelector("table.board");
const barsHead = board?.querySelector("th.bars");
if (barsHead) {
  const WIDTH = 240;
  const [firstLabel, firstAxis] = [barsHead.firstChild.textContent, barsHead.querySelector("svg")];
  const cellOf = (row) => row.cells[barsHead.cellIndex];
  const firstBars = [...board.tBodies[0].rows].map((row) => [row, [...cellOf(row).childNodes]]);

  const bar = (score, axis, run) => {
    const [value, low, high] = [score.values[run], score.low?.[run], score.high?.[run]];
    if (value === null) return [];
    const about = low === null || low === undefined ? "" : `, between ${shown(low, score.digits)} and ${shown(high, score.digits)}`;
    const told = `${shown(value, score.digits)}${about}`;
    const svg = firstAxis.cloneNode(false);
    svg.setAttribute("class", "bar");
    svg.setAttribute("viewBox", firstAxis.getAttribute("viewBox").replace(/\d+$/, "16"));
    svg.removeAttribute("aria-hidden");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", told);
    svg.append(drawn("title", {}, told), drawn("path", { class: "grid", d: axis.ticks.map((tick) => `M${axis.place(tick)},0V16`).join("") }));
    const upright = (at, kind, y1, y2) => drawn("line", { x1: axis.place(at), x2: axis.place(at), y1, y2, class: kind });
    if (score.chance !== null) svg.append(upright(score.chance, "chance", 0, 16));
    if (about) {
      const width = Math.max(axis.place(high) - axis.place(low), 1);
      svg.append(drawn("rect", { x: axis.place(low), y: 4, width, height: 8, rx: 2, class: "reach" }));
    }
    svg.append(upright(value, "tick", 1, 15));
    return [svg];
  };

  board.addEventListener("sorted", () => {
    const by = board.querySelector("th[aria-sort]")?.textContent;
    const place = data.scores.findIndex(({ measure }) => measure === by);
    const known = place > 0 ? ["values", "low", "high"].flatMap((side) => data.scores[place][side] ?? []).filter((v) => v !== null) : [];
    if (!known.length) {
      barsHead.replaceChildren(firstLabel, firstAxis);
      for (const [row, nodes] of firstBars) cellOf(row).replaceChildren(...nodes);
      return;
    }
    const score = data.scores[place];
    const axis = axisOf([...known, ...(score.chance === null ? [] : [score.chance])], 0, WIDTH);
    const ticks = firstAxis.cloneNode(false);
    for (const tick of axis.ticks) ticks.append(drawn("text", { x: axis.place(tick), y: 10, "text-anchor": "middle", class: "scale" }, String(tick)));
    barsHead.replaceChildren(firstLabel.replace(data.scores[0].measure, score.measure), ticks);
    firstBars.forEach(([row], run) => cellOf(row).replaceChildren(...bar(score, axis, run)));
  });
}
