// Looks for a text wherever a page can leave one. arguments: the text, and whom to tell the answer:
// { found: where it is, rows: how many were read of databases, files and copied: how many were offered for saving,
// and how many texts were copied }.
const [wanted, tell] = arguments;

const latin = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
const isByte = (value) => Number.isInteger(value) && value >= 0 && value < 256;

// Everything in a value as one text; bytes as the letters that they are.
const textOf = async (value) => {
  if (value === null || typeof value !== "object") return String(value);
  if (value instanceof Blob) return value.text();
  if (value instanceof ArrayBuffer) return latin(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) {
    return latin(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }
  if (value instanceof CryptoKey) {
    return value.extractable ? textOf(await crypto.subtle.exportKey("jwk", value)) : "";
  }
  if (Array.isArray(value) && value.length && value.every(isByte)) return latin(value);
  const inside = value instanceof Map || value instanceof Set || Array.isArray(value)
    ? [...value] : Object.entries(value).flat();
  return (await Promise.all(inside.map(textOf))).join("\n");
};

const finished = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const search = async () => {
  const answer = { found: [], rows: 0, files: 0, copied: window.__recorded.copied.length };
  // A key that was encoded on its own would lie there in one of these ways.
  const forms = [wanted, btoa(wanted).replace(/=+$/, ""), encodeURIComponent(wanted)];
  const look = async (where, value) => {
    const text = await textOf(value);
    if (forms.some((form) => text.includes(form))) answer.found.push(where);
  };

  await look("document", document.documentElement.outerHTML);
  await look("title", document.title);
  for (const field of document.querySelectorAll("input, textarea, select")) {
    if (field.type !== "password") await look("field", field.value);
  }
  await look("address", location.href);
  await look("history", history.state);
  await look("window name", window.name);
  await look("cookie", document.cookie);
  await look("localStorage", Object.entries(localStorage));
  await look("sessionStorage", Object.entries(sessionStorage));
  await look("resources", performance.getEntriesByType("resource").map((entry) => entry.name));
  await look("console", window.__recorded.console);
  await look("clipboard", window.__recorded.copied);
  for (const file of window.__recorded.files) {
    answer.files += 1;
    await look("file", file);
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await finished(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([finished(rows.getAllKeys()), finished(rows.getAll())]);
      answer.rows += values.length;
      await look(`database ${name}, store ${store}`, [keys, values]);
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      await look(`cache ${name}`, request.url);
      await look(`cache ${name}`, await (await cache.match(request)).text());
    }
  }
  return answer;
};

search().then(tell, (error) => tell({ error: String(error) }));
