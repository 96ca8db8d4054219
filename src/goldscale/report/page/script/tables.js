/* Tables: sorted by any column, filtered, copied; a cell of a heatmap says its exact value. */
// Undefined values stay last in either order; equal ones keep their order. The third click restores the first order.
const sort = (table, heading) => {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  rows.forEach((row, at) => { row.dataset.place ??= at; });
  const falls = heading.querySelector("button").hasAttribute("data-falling");
  const [first, second] = falls ? ["descending", "ascending"] : ["ascending", "descending"];
  const order = { [first]: second, [second]: null }[heading.getAttribute("aria-sort")];
  const wanted = order === undefined ? first : order;
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  table.classList.toggle("sorted", wanted !== null);
  if (wanted === null) {
    body.append(...rows.sort((one, other) => one.dataset.place - other.dataset.place));
    table.dispatchEvent(new Event("sorted"));
    return;
  }
  heading.setAttribute("aria-sort", wanted);
  const key = (row) => {
    const cell = row.cells[heading.cellIndex];
    if (!cell.classList.contains("n")) return cell.textContent;
    return cell.dataset.value ? Number(cell.dataset.value) : null;
  };
  const keyed = rows.map((row) => [key(row), row]);
  const sign = wanted === "descending" ? -1 : 1;
  keyed.sort(([one], [other]) => {
    if (one === null || other === null) return (one === null) - (other === null);
    return sign * (typeof one === "number" ? one - other : one.localeCompare(other, undefined, { numeric: true }));
  });
  body.append(...keyed.map(([, row]) => row));
  table.dispatchEvent(new Event("sorted"));
};
document.addEventListener("click", (event) => {
  const heading = event.target.closest("table.sortable > thead th");
  if (heading?.querySelector("button")) sort(heading.closest("table"), heading);
});

for (const field of document.querySelectorAll("input.filter")) {
  const { rows } = field.closest(".table").querySelector("tbody");
  const told = field.parentElement.querySelector("output");
  const filter = () => {
    const wanted = field.value.toLowerCase();
    let left = 0;
    for (const row of rows) {
      row.hidden = ![...row.cells].some((cell) => !cell.dataset.value && cell.textContent.toLowerCase().includes(wanted));
      left += row.hidden ? 0 : 1;
    }
    told.textContent = wanted ? `${left} of ${rows.length}` : "";
  };
  field.addEventListener("input", filter);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    field.value = "";
    filter();
  });
}

// A page that is served without https has no clipboard of the new kind.
const copy = async (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = element("textarea", text, "unseen");
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done ? undefined : Promise.reject(new Error("not allowed"));
};
// A row is a line of each form: those that are shown are copied, in their order.
const shownLines = (button) => {
  const lines = button.dataset.copy.split("\n");
  const head = Number(button.dataset.head);
  const rows = [...button.closest(".table").querySelector("tbody").rows];
  const kept = rows.map((row, at) => [row, lines[head + Number(row.dataset.place ?? at)]]).filter(([row]) => !row.hidden);
  return [...lines.slice(0, head), ...kept.map(([, line]) => line), ...lines.slice(head + rows.length)].join("\n");
};
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const before = (button.dataset.name ??= button.textContent);
  try {
    await copy(shownLines(button));
    button.textContent = "copied";
  } catch {
    button.textContent = "not allowed";
  }
  setTimeout(() => { button.textContent = before; }, 1200);
});

for (const table of document.querySelectorAll("table.heatmap")) {
  table.addEventListener("pointermove", (event) => {
    const cell = event.target.closest("td[data-value]");
    const heading = cell && table.tHead.rows[0].cells[cell.cellIndex].textContent;
    point(cell && `${cell.parentElement.cells[0].textContent}, ${heading}: ${cell.dataset.value || "undefined"}`, event.clientX, event.clientY);
  });
  table.addEventListener("pointerleave", () => point(""));
}
