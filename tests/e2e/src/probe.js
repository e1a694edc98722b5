// Stands first in the served page and reports everything that should not happen in it: violations of the
// Content-Security-Policy, uncaught errors, rejected promises nobody handles, and what is written to the
// console as an error or a warning. Reports go to the server at once, so that they survive a reload.
(() => {
  let open = 0;
  const report = (kind, text) => {
    open += 1;
    fetch("/__problems", { method: "POST", keepalive: true, body: `${kind}: ${text}` })
      .finally(() => { open -= 1; });
  };
  const describe = (value) => value?.stack ? `${value}\n${value.stack}` : String(value);

  document.addEventListener("securitypolicyviolation", (event) => report(
    "policy",
    `${event.effectiveDirective} blocked ${event.blockedURI || "inline"} ` +
      `(${event.sourceFile ?? "page"}:${event.lineNumber}) ${event.sample ?? ""}`,
  ));
  addEventListener("error", (event) => {
    if (event.target instanceof Element) {
      report("resource", event.target.src || event.target.href || event.target.tagName);
    } else if (!String(event.message).startsWith("ResizeObserver loop")) {
      report("error", describe(event.error ?? event.message));
    }
  }, true);
  addEventListener("unhandledrejection", (event) => report("rejection", describe(event.reason)));
  for (const level of ["error", "warn"]) {
    const original = console[level].bind(console);
    console[level] = (...values) => {
      report(`console.${level}`, values.map(describe).join(" "));
      original(...values);
    };
  }
  // True once every report has arrived.
  window.__reported = () => open === 0;
})();
