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
    const story = document.getElementById(`unit-${place}`);
    detail.replaceChildren(element("h3", story ? "All runs" : first.units[place]));
    for (const measure of data.measures) {
      const rows = data.runs.map((run, i) => [run, measure.values[i][place]]);
      rows.sort(([, one], [, other]) => (measure.higher ? (other ?? -1e9) - (one ?? -1e9) : (one ?? 1e9) - (other ?? 1e9)));
      detail.append(element("p", `${measure.name}, best run first`, "how"), bars(rows));
    }
    detail.tabIndex = -1;
    (story ?? detail).focus({ preventScroll: true });
    (story ?? detail).scrollIntoView({ block: story ? "start" : "nearest" });
  };
  addEventListener("hashchange", openUnit);
  openUnit();

  // Two runs side by side.
  const duel = document.getElementById("duel");
  const choices = [...document.querySelectorAll("#runs select")];
  const compare = () => {
    const [i, j] = choices.map((choice) => Number(choice.value));
    const [one, other] = [data.runs[i], data.runs[j]];
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

  // Any two measures against each other: runs as dots, baselines as crosses; the name on hover and on focus.
  const plot = document.getElementById("scatter");
  const drawn = (name, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const scatter = (across, up) => {
    const [width, height, left, foot] = [560, 380, 60, 40];
    const points = data.runs
      .map((run, i) => ({ run, x: data.scores[across][i], y: data.scores[up][i], guess: data.baselines[i] }))
      .filter(({ x, y }) => x !== null && y !== null);
    const scale = (values, from, to) => {
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const room = (high - low) * 0.06 || 0.05;
      return Object.assign((v) => from + ((v - low + room) / (high - low + 2 * room)) * (to - from), { low, high });
    };
    const x = scale(points.map((p) => p.x), left, width);
    const y = scale(points.map((p) => p.y), height - foot, 8);
    const svg = drawn("svg", { viewBox: `0 0 ${width + 8} ${height}`, width: width + 8, height, class: "plot", role: "group" });
    svg.setAttribute("aria-label", `${up} against ${across}`);
    svg.append(drawn("path", { class: "axis", d: `M${left},8V${height - foot}H${width}`, fill: "none" }));
    for (const v of [x.low, x.high]) svg.append(drawn("text", { x: x(v), y: height - foot + 16, "text-anchor": "middle", class: "scale" }, shown(v)));
    for (const v of [y.low, y.high]) svg.append(drawn("text", { x: left - 6, y: y(v) + 4, "text-anchor": "end", class: "scale" }, shown(v)));
    svg.append(drawn("text", { x: (left + width) / 2, y: height - 6, "text-anchor": "middle" }, across));
    svg.append(drawn("text", { x: left + 6, y: 18 }, up));
    for (const point of points) {
      const told = drawn("title", {}, `${point.run}: ${across} ${shown(point.x)}, ${up} ${shown(point.y)}`);
      const [cx, cy] = [x(point.x), y(point.y)];
      const mark = point.guess
        ? drawn("path", { class: "guess", d: `M${cx - 4},${cy - 4}L${cx + 4},${cy + 4}M${cx - 4},${cy + 4}L${cx + 4},${cy - 4}` }, told)
        : drawn("circle", { cx, cy, r: 5 }, told);
      mark.setAttribute("tabindex", "0");
      mark.setAttribute("aria-label", told.textContent);
      svg.append(mark);
    }
    return svg;
  };
  if (plot) {
    const [across, up] = ["across", "up"].map((name) => document.querySelector(`select[name=${name}]`));
    const draw = () => plot.replaceChildren(scatter(across.value, up.value));
    for (const choice of [across, up]) choice.addEventListener("change", draw);
    draw();
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
