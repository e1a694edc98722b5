// Starts the app, or says in plain words why it cannot start.
//
// It stands in a file of its own because the page's Content-Security-Policy allows no inline script.

const notice = document.getElementById("boot");

// An import tells whether a module ran to its end, which a script element does not. `browser/toolbox.rs` asks.
globalThis.colloquyImport = (address) => import(new URL(address, document.baseURI).href);

try {
  if (typeof WebAssembly !== "object") {
    throw new Error("This browser has no WebAssembly, or it is switched off.");
  }
  const { js, wasm } = document.getElementById("app").dataset;
  const address = (name) => new URL(name, document.baseURI).href;
  const { default: init } = await import(address(js));
  await init({ module_or_path: address(wasm) });
  notice.remove();
} catch (error) {
  notice.setAttribute("role", "alert");
  notice.textContent =
    "Colloquy could not start. Reload the page; if that does not help, update your browser " +
    `or try another one. (${error?.message ?? error})`;
  console.error(error);
}
