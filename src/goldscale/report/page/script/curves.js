/* The values of the curve under the pointer; the points of a curve are thousandths of its axes. */
(() => {
  const axes = [["recall", "precision"], ["false positive rate", "true positive rate"]];
  const watch = (plot, [across, up], names, readout) => {
    const lines = [...plot.querySelectorAll("polyline")];
    const numbers = [...plot.querySelectorAll(".number")].map((mark) => Number(mark.textContent) - 1);
    plot.addEventListener("pointermove", (event) => {
      const pointer = new DOMPoint(event.clientX, event.clientY);
      const at = pointer.matrixTransform(lines[0].getScreenCTM().inverse());
      let nearest = null;
      lines.forEach((line, place) => {
        for (const { x, y } of line.points) {
          const away = Math.hypot(x - at.x, y - at.y);
          if (!nearest || away < nearest.away) nearest = { away, x, y, line, name: names[numbers[place]] };
        }
      });
      for (const line of lines) line.classList.toggle("near", line === nearest.line);
      const told = [[across, nearest.x], [up, nearest.y]].map(([axis, value]) => `${axis} ${(value / 1000).toFixed(3)}`);
      readout.textContent = `${nearest.name}: ${told.join(", ")}`;
    });
    plot.addEventListener("pointerleave", () => {
      for (const line of lines) line.classList.remove("near");
      readout.textContent = "";
    });
  };
  for (const page of document.querySelectorAll(".concept")) {
    // The table can be sorted: its first column says which run has which number.
    const names = [];
    for (const row of page.querySelectorAll("table.runs tbody tr")) {
      names[Number(row.cells[0].dataset.value) - 1] = row.cells[1].textContent;
    }
    page.querySelectorAll("svg.curves").forEach((plot, at) => {
      if (plot.querySelector("polyline")) watch(plot, axes[at], names, page.querySelector(".readout"));
    });
  }
})();
