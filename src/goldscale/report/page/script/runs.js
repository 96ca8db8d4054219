/* Two runs side by side: the test of their difference, the units on which they differ most, and all units. */
const duel = document.getElementById("duel");
const SHOWN = 12;

const verdict = (i, j) => {
  const { measure, test, plural, pairs } = data.comparison;
  const pair = pairs.find(([a, b]) => (a === i && b === j) || (a === j && b === i));
  if (!pair) return "These two were not compared.";
  const [first, , difference, low, high, p, significant, units] = pair;
  const turned = first === i ? [difference, low, high] : [difference, high, low].map((v) => (v === null ? null : -v));
  const [d, from, to] = turned.map((v) => shown(v));
  const probability = p === null ? "p undefined" : p < 0.001 ? "p < 0.001" : `p = ${shown(p)}`;
  const told = significant ? "they differ" : "they cannot be told apart";
  return `${data.runs[i]} minus ${data.runs[j]} by ${measure}: ${d} [${from}, ${to}], ${probability} (${test}) over ${units} ${plural}: ${told}.`;
};

const roundedDown = (value) => {
  const power = 10 ** (Math.floor(Math.log10(value)) - 1);
  return (Math.floor(value / power) * power).toPrecision(2);
};

const differences = (held, i, j) => {
  const [one, other] = [unitValues(held, i), unitValues(held, j)];
  const { names, noun } = data.axes[held.axis];
  const digits = unitDigits(held);
  const points = [];
  for (let at = 0; at < names.length; at += 1) {
    if (Number.isNaN(one[at]) || Number.isNaN(other[at])) continue;
    points.push({ x: other[at], y: one[at], told: `${names[at]}: ${shown(one[at], digits)} and ${shown(other[at], digits)}`, name: names[at], kind: "dot" });
  }
  if (!points.length) return [element("p", `No ${noun} has a value for both.`)];
  const rows = points.map(({ name, x, y, told }) => [name, y - x, told]).sort(([, a], [, b]) => b - a);
  // Packed coarsely, values that differ by less than a step may seem alike; two steps apart, they do differ by one.
  const coarse = held.width === 1 && held.high > held.low;
  const [step, least] = coarse ? [unitStep(held), "at least "] : [0, ""];
  const [above, below] = [rows.filter(([, d]) => d > 1.5 * step), rows.filter(([, d]) => d < -1.5 * step)];
  const { plural } = data.axes[held.axis];
  const much = coarse ? ` by more than ${roundedDown(step)}` : "";
  const counts = `${data.runs[i]} is higher${much} on ${least}${above.length} of ${points.length} ${plural}, ${data.runs[j]} on ${least}${below.length}, by ${held.measure}. The greatest differences:`;
  const most = [...above.slice(0, SHOWN), ...below.slice(-SHOWN)];
  const sides = element("div", undefined, "sides");
  sides.append(differenceBars(most, digits), scatterPlot(points, data.runs[j], data.runs[i], { equal: true }));
  return [element("p", counts, "how"), sides];
};

if (duel) {
  const [first, second, units] = ["first", "second", "units"].map((name) => document.querySelector(`#runs select[name=${name}]`));
  const told = element("p", "", "finding");
  told.setAttribute("aria-live", "polite");
  const below = element("div");
  duel.append(told, below);
  const compare = () => {
    const [i, j] = [Number(first.value), Number(second.value)];
    told.textContent = i === j ? "Choose two different runs." : verdict(i, j);
    below.replaceChildren(...(i === j || !units ? [] : differences(data.units[Number(units.value)], i, j)));
  };
  for (const choice of [first, second, units]) choice?.addEventListener("change", compare);
  compare();
}
