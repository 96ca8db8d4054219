/* What all parts of the script use: the page's data, elements, numbers, and a line that says what is pointed at. */
const data = JSON.parse(document.getElementById("data").textContent);
for (const axis of data.axes) axis.names = axis.ends.map((end) => axis.start + end);
document.body.classList.remove("no-script");

const element = (name, text, kind) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
};
const drawn = (name, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
const shown = (value, digits = 3) => (value === null || Number.isNaN(value) ? "–" : value.toFixed(digits));

// Values per unit are packed: a digit or two of a number system whose zero means undefined.
const unpacked = new Map();
const unitValues = (held, run) => {
  const key = `${held.measure} ${run}`;
  if (!unpacked.has(key)) {
    const { low, high, width, rows } = held;
    const [base, text] = [data.alphabet.length, rows[run]];
    const steps = base ** width - 2;
    const values = new Float64Array(text.length / width);
    for (let at = 0; at < values.length; at += 1) {
      let code = 0;
      for (let digit = 0; digit < width; digit += 1) code = code * base + data.alphabet.indexOf(text[at * width + digit]);
      values[at] = code === 0 ? NaN : low + ((code - 1) / steps) * (high - low);
    }
    unpacked.set(key, values);
  }
  return unpacked.get(key);
};
// By how much two numbers may differ that are packed alike.
const unitStep = (held) => (held.high - held.low) / (data.alphabet.length ** held.width - 2);
// As many digits as the packing has kept, at most three.
const unitDigits = (held) => Math.min(3, Math.max(0, Math.round(-Math.log10(unitStep(held) || 1e-3))));

const tip = element("div", undefined, "tip");
tip.hidden = true;
document.body.append(tip);
const point = (text, x, y) => {
  tip.hidden = !text;
  if (!text) return;
  tip.textContent = text;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 4))}px`;
  tip.style.top = `${y + 18 + height > innerHeight ? y - height - 10 : y + 18}px`;
};
