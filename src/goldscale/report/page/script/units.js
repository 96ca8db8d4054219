/* A concept's own page in a dialog, at an address of its own: its story from the page, and all runs by all measures. */
const dialog = document.getElementById("unit-page");
const unitPage = document.getElementById("unit");
const byLabel = data.units.filter((held) => !held.byItem);
let openedUnit = -1;
// The story of the unit that is open, moved here from its place in the page, where it is read without a script.
let story = null;
const storyPlace = document.createComment("story");

const unitTable = (place) => {
  const { names } = data.axes[byLabel[0].axis];
  const table = element("table", undefined, "sortable");
  const head = element("tr");
  const heading = (label, number, falling) => {
    const cell = element("th", undefined, number ? "n" : "");
    cell.scope = "col";
    const button = element("button", label);
    button.type = "button";
    if (falling) button.dataset.falling = "";
    cell.append(button);
    head.append(cell);
  };
  heading("run", false, false);
  for (const held of byLabel) heading(held.measure, true, held.higher);
  const body = element("tbody");
  const first = byLabel[0];
  const sign = first.higher ? -1 : 1;
  const order = data.runs.map((_, run) => [unitValues(first, run)[place], run]);
  order.sort(([a], [b]) => Number.isNaN(a) - Number.isNaN(b) || sign * (a - b));
  for (const [, run] of order) {
    const row = element("tr", undefined, data.baselines[run] ? "baseline" : "");
    row.append(element("td", data.runs[run], data.runs[run].length > data.longName ? "long" : ""));
    for (const held of byLabel) {
      const value = unitValues(held, run)[place];
      const cell = element("td", shown(value, unitDigits(held)), "n");
      cell.dataset.value = Number.isNaN(value) ? "" : value;
      if (held === first && !Number.isNaN(value)) {
        const bar = element("i", undefined, "inline");
        bar.style.width = `${(5 * (value - Math.min(first.low, 0))) / (first.high - Math.min(first.low, 0) || 1)}rem`;
        const track = element("span", undefined, "inline-track");
        track.append(bar);
        cell.prepend(track);
      }
      row.append(cell);
    }
    body.append(row);
  }
  const caption = element("caption", `All runs on ${names[place]}`);
  const top = element("thead");
  top.append(head);
  table.append(caption, top, body);
  const scroll = element("div", undefined, "scroll");
  scroll.append(table);
  return scroll;
};

const putBack = () => {
  if (story) storyPlace.replaceWith(story);
  story = null;
};
const takeStory = (place) => {
  putBack();
  story = document.getElementById(`unit-${place}`);
  story?.replaceWith(storyPlace);
  return story;
};

const openUnit = () => {
  const found = /^#unit-(\d+)$/.exec(location.hash);
  if (!dialog || !byLabel.length) return;
  const { names, shares, noun } = data.axes[byLabel[0].axis];
  if (!found || !(Number(found[1]) < names.length)) {
    if (dialog.open) dialog.close();
    return;
  }
  openedUnit = Number(found[1]);
  const title = element("h2", names[openedUnit]);
  title.id = "unit-name";
  title.tabIndex = -1;
  const share = shares[openedUnit];
  const known = share !== undefined && share !== null;
  const about = takeStory(openedUnit) ?? (known ? element("p", `${shown(100 * share, 1)} % of the ${data.items} hold this ${noun}.`, "how") : "");
  unitPage.replaceChildren(title, about, element("h3", "All runs"), unitTable(openedUnit));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  title.focus({ preventScroll: true });
};
// Previous and next follow the order in which the heatmap stands now.
const stepUnit = (step) => {
  const links = [...document.querySelectorAll("#concepts tbody tr:not([hidden]) a[href^='#unit-']")];
  const here = links.findIndex((link) => link.hash === `#unit-${openedUnit}`);
  if (links.length) location.hash = links[(here + step + links.length) % links.length].hash;
};
if (dialog) {
  dialog.addEventListener("click", (event) => {
    const button = event.target.closest(".steps button");
    if (event.target === dialog || button?.name === "close") dialog.close();
    else if (button) stepUnit(button.name === "next" ? 1 : -1);
  });
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step && !event.target.closest("input, select, svg")) stepUnit(step);
  });
  dialog.addEventListener("close", () => {
    putBack();
    if (/^#unit-/.test(location.hash)) history.replaceState(null, "", "#concepts");
    document.querySelector(`a[href="#unit-${openedUnit}"]`)?.focus({ preventScroll: true });
  });
  document.querySelector("#concepts table.heatmap")?.addEventListener("click", (event) => {
    const link = event.target.closest("td")?.parentElement.querySelector("a");
    if (link && !event.target.closest("a")) location.hash = link.hash;
  });
  addEventListener("hashchange", openUnit);
}
