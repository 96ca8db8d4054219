/* How the values of units spread, of the run that is chosen; the bars are those of the page, with other heights. */
const quantile = (sorted, share) => {
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
};
for (const figure of document.querySelectorAll("figure.spread")) {
  const choice = figure.querySelector("select");
  const held = data.units.find(({ measure }) => measure === figure.dataset.measure);
  const place = figure.querySelector(".drawn");
  const caption = figure.querySelector("figcaption");
  const before = [place.firstElementChild, caption.textContent];
  const [low, high, bins] = ["low", "high", "bins"].map((name) => Number(figure.dataset[name]));
  const draw = () => {
    const run = choice.value === "" ? null : Number(choice.value);
    // The table below is of the mean over runs.
    for (const table of figure.querySelectorAll("details")) table.hidden = run !== null;
    if (run === null) {
      place.replaceChildren(before[0]);
      caption.textContent = before[1];
      return;
    }
    const values = unitValues(held, run).filter((value) => !Number.isNaN(value)).sort();
    const { plural } = data.axes[held.axis];
    const digits = unitDigits(held);
    caption.textContent = values.length
      ? `Half of the ${plural} lie between ${shown(quantile(values, 0.25), digits)} and ${shown(quantile(values, 0.75), digits)} by ${held.measure}, ${data.runs[run]}.`
      : `${data.runs[run]} has no value.`;
    const counts = new Array(bins).fill(0);
    for (const value of values) counts[Math.min(bins - 1, Math.max(0, Math.floor(((value - low) / (high - low)) * bins)))] += 1;
    const [wide, tall] = [560, 120];
    const most = Math.max(...counts, 1);
    const svg = before[0].cloneNode(true);
    for (const old of svg.querySelectorAll("rect, title")) old.remove();
    svg.setAttribute("aria-label", caption.textContent);
    counts.forEach((count, at) => {
      if (!count) return;
      const [from, to] = [at, at + 1].map((edge) => shown(low + (edge / bins) * (high - low)));
      const height = (count / most) * tall;
      const box = { x: (at * wide) / bins, y: tall - height, width: wide / bins - 1, height };
      svg.append(drawn("rect", box, drawn("title", {}, `${from} to ${to}: ${count} ${plural}`)));
    });
    place.replaceChildren(svg);
  };
  choice?.addEventListener("change", draw);
}
