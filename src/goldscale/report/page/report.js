"use strict";
/* Sorting, filtering, copying, a concept's page and two runs side by side, over the data that the page holds. */
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  document.body.classList.remove("no-script");

  const element = (name, text, kind) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  const shown = (value, digits = 3) => (value === null ? "–" : value.toFixed(digits));

  // Tables: undefined values stay last in either order; equal ones keep their order.
  const sort = (table, heading) => {
    const place = heading.cellIndex;
    const falls = heading.querySelector("button").hasAttribute("data-falling");
    const before = heading.getAttribute("aria-sort");
    const falling = before ? before === "ascending" : falls;
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
    const key = (row) => {
      const cell = row.cells[place];
      if (!cell.classList.contains("n")) return cell.textContent;
      const value = cell.dataset.value;
      return value === "" || value === undefined ? null : Number(value);
    };
    const rows = [...table.tBodies[0].rows].map((row) => [key(row), row]);
    rows.sort(([one], [other]) => {
      if (one === null || other === null) return (one === null) - (other === null);
      const order = typeof one === "number" ? one - other : one.localeCompare(other, undefined, { numeric: true });
      return falling ? -order : order;
    });
    table.classList.add("sorted");
    table.tBodies[0].append(...rows.map(([, row]) => row));
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    table.tHead.addEventListener("click", (event) => {
      const heading = event.target.closest("th");
      if (heading && heading.querySelector("button")) sort(table, heading);
    });
  }
  for (const field of document.querySelectorAll("input.filter")) {
    const rows = field.closest(".table").querySelector("tbody").rows;
    field.addEventListener("input", () => {
      const wanted = field.value.toLowerCase();
      for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
  }
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const before = button.textContent;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "copied";
    } catch {
      button.textContent = "not allowed";
    }
    setTimeout(() => { button.textContent = before; }, 1200);
  });

  // Bars of [name, value], the longest as long as the place allows.
  const bars = (rows) => {
    const made = element("div", undefined, "rows");
    const longest = Math.max(...rows.map(([, value]) => Math.abs(value ?? 0)), 1e-9);
    for (const [name, value] of rows) {
      const bar = element("i", undefined, value < 0 ? "less" : "");
      bar.style.width = `${(100 * Math.abs(value ?? 0)) / longest}%`;
      made.append(element("span", name), element("span", shown(value)), bar);
    }
    return made;
  };

  // A concept's page, at an address of its own.
  const detail = document.getElementById("unit");
  const openUnit = () => {
    const found = /^#unit-(\d+)$/.exec(location.hash);
    if (!detail || !found || !data.measures.length) return;
    const place = Number(found[1]);
    const first = data.measures[0];
    detail.replaceChildren(element("h3", first.units[place]));
    for (const measure of data.measures) {
      const rows = data.runs.map((run, i) => [run, measure.values[i][place]]);
      rows.sort(([, one], [, other]) => (measure.higher ? (other ?? -1e9) - (one ?? -1e9) : (one ?? 1e9) - (other ?? 1e9)));
      detail.append(element("p", `${measure.name}, best run first`, "how"), bars(rows));
    }
    detail.tabIndex = -1;
    detail.focus({ preventScroll: true });
    detail.scrollIntoView({ block: "nearest" });
  };
  addEventListener("hashchange", openUnit);
  openUnit();

  // Two runs side by side.
  const duel = document.getElementById("duel");
  const choices = [...document.querySelectorAll(".choices select")];
  const compare = () => {
    const [one, other] = choices.map((choice) => choice.value);
    duel.replaceChildren();
    if (one === other) {
      duel.append(element("p", "Choose two different runs."));
      return;
    }
    const pair = data.pairs.find(([a, b]) => (a === one && b === other) || (a === other && b === one));
    if (pair) {
      const sign = pair[0] === one ? 1 : -1;
      const difference = pair[2] === null ? null : sign * pair[2];
      const verdict = pair[3] !== null && pair[3] <= data.alpha ? "they differ" : "they cannot be told apart";
      const p = pair[3] === null ? "–" : pair[3] < 0.001 ? "< 0.001" : shown(pair[3]);
      duel.append(element("p", `${one} minus ${other}: ${shown(difference)}; p ${p} (${data.test}) over ${pair[4]} units: ${verdict}.`, "finding"));
    }
    const [i, j] = [data.runs.indexOf(one), data.runs.indexOf(other)];
    for (const measure of data.measures.slice(0, 1)) {
      const rows = measure.units
        .map((unit, at) => [unit, measure.values[i][at], measure.values[j][at]])
        .filter(([, a, b]) => a !== null && b !== null)
        .map(([unit, a, b]) => [unit, a - b])
        .sort(([, a], [, b]) => b - a);
      const cut = rows.length > 24 ? [...rows.slice(0, 12), ...rows.slice(-12)] : rows;
      const told = rows.length > 24 ? `, the 12 largest of ${rows.length} either way` : "";
      duel.append(element("p", `${measure.name} by ${measure.noun}${told}; grey where ${other} is higher`, "how"), bars(cut));
    }
  };
  if (duel && choices.length === 2) {
    for (const choice of choices) choice.addEventListener("change", compare);
    compare();
  }

  // Where on the page the reader is.
  const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) {
        for (const link of links.values()) link.removeAttribute("aria-current");
        links.get(entry.target.id)?.setAttribute("aria-current", "true");
      }
    }
  }, { rootMargin: "-20% 0px -70% 0px" });
  for (const section of document.querySelectorAll("main > section")) watch.observe(section);
})();
