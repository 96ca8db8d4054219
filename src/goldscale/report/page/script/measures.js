/* Any two measures against each other: runs as dots, baselines as crosses, chance as a diamond. */
const plot = document.getElementById("scatter");
if (plot) {
  const [across, up] = ["across", "up"].map((name) => document.querySelector(`select[name=${name}]`));
  const draw = () => {
    const [x, y] = [data.scores[across.value], data.scores[up.value]];
    const told = (name, one, other) => `${name}: ${x.measure} ${shown(one, x.digits)}, ${y.measure} ${shown(other, y.digits)}`;
    const marked = (name, one, other, kind) => ({ x: one, y: other, told: told(name, one, other), kind });
    const points = data.runs.map((run, i) => marked(run, x.values[i], y.values[i], data.baselines[i] ? "baseline" : "run"));
    points.push(marked("chance", x.chance, y.chance, "chance"));
    const known = points.filter((p) => p.x !== null && p.y !== null);
    if (!known.length) {
      plot.replaceChildren(element("p", "No run has a value for both."));
      return;
    }
    const key = element("p", "● run", "how");
    if (known.some(({ kind }) => kind === "baseline")) key.textContent += "  ✕ baseline";
    if (known.some(({ kind }) => kind === "chance")) key.textContent += "  ◆ chance";
    plot.replaceChildren(key, scatterPlot(known, x.measure, y.measure));
  };
  for (const choice of [across, up]) choice.addEventListener("change", draw);
  draw();
}
