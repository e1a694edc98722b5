// Keeps what leaves a page without a trace: what is written to the console, files offered for saving, what is copied.
window.__recorded = { console: [], files: [], copied: [] };
for (const level of ["debug", "log", "info", "warn", "error", "trace", "dir", "table"]) {
  const original = console[level].bind(console);
  console[level] = (...values) => {
    window.__recorded.console.push(values.map((value) => value?.stack ?? value));
    original(...values);
  };
}
const create = URL.createObjectURL.bind(URL);
URL.createObjectURL = (blob) => {
  window.__recorded.files.push(blob);
  return create(blob);
};
const write = Clipboard.prototype.write;
Clipboard.prototype.write = async function (items) {
  for (const item of items) {
    for (const type of item.types) window.__recorded.copied.push(await item.getType(type));
  }
  return write.call(this, items);
};
