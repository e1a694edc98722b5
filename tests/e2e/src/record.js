// Keeps what leaves a page without a trace: what is written to the console, and files offered for saving.
window.__recorded = { console: [], files: [] };
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
