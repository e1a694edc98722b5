//! A hostile body tries to get out.

use super::{Trap, in_page, open, run};
use e2e::{Test, in_each_engine};
use serde_json::json;

in_each_engine!(nothing_gets_out, without_its_frame_the_sandbox_is_dead);

/// Where an attack aims at: `HTTP`, `WS` and `SITE` stand for the trap's addresses and the page's own.
const ATTACKS: &[(&str, &str)] = &[
    // What the page keeps.
    ("local storage", "return 'REACHED ' + localStorage.length;"),
    (
        "session storage",
        "return 'REACHED ' + sessionStorage.length;",
    ),
    ("cookies", "return 'REACHED ' + document.cookie;"),
    (
        "cookie store",
        "return 'REACHED ' + await cookieStore.getAll();",
    ),
    (
        "IndexedDB",
        "return await new Promise((yes, no) => { const open = indexedDB.open('colloquy'); \
        open.onsuccess = () => yes('REACHED'); open.onerror = () => no(open.error); });",
    ),
    (
        "caches",
        "return (await caches.keys()).includes('probe') ? 'REACHED' : await caches.open('left') && 'its own';",
    ),
    (
        "caches of an earlier run",
        "return (await caches.keys()).includes('left') ? 'REACHED' : 'none';",
    ),
    (
        "file system",
        "return 'REACHED ' + await navigator.storage.getDirectory();",
    ),
    (
        "locks",
        "return await navigator.locks.request('x', () => 'REACHED');",
    ),
    (
        "service worker",
        "return 'REACHED ' + await navigator.serviceWorker.register('SITEsandbox.html');",
    ),
    // The page and its window.
    ("parent", "return 'REACHED ' + parent.document;"),
    (
        "parent by self",
        "return 'REACHED ' + self.parent.document;",
    ),
    (
        "top navigation",
        "top.location.href = 'HTTP'; return 'REACHED';",
    ),
    (
        "own navigation",
        "self.location = 'HTTP'; return location.href;",
    ),
    ("document", "return 'REACHED ' + document.documentElement;"),
    ("window.open", "return 'REACHED ' + window.open('HTTP');"),
    ("open", "return 'REACHED ' + self.open('HTTP');"),
    (
        "message to the frame",
        "postMessage('REACHED'); return 'REACHED';",
    ),
    ("end of the worker", "close(); return 'REACHED';"),
    (
        "broadcast",
        "new BroadcastChannel('probe').postMessage('REACHED'); await new Promise((r) => setTimeout(r, 200));",
    ),
    (
        "call site",
        "return { toJSON() { Error.prepareStackTrace = (_, sites) => sites; const sites = new Error().stack; \
        const ours = (site) => String(site.getFunction()).includes('wa' + 'lk'); \
        return Array.isArray(sites) && sites.some(ours) ? 'REACHED' : 'kept'; } };",
    ),
    // The network.
    ("fetch", "return 'REACHED ' + await fetch('HTTP');"),
    (
        "fetch without CORS",
        "return 'REACHED ' + await fetch('HTTP', { mode: 'no-cors', keepalive: true });",
    ),
    (
        "fetch of the site",
        "return 'REACHED ' + await fetch('SITEindex.html');",
    ),
    (
        "XMLHttpRequest",
        "return await new Promise((yes, no) => { const x = new XMLHttpRequest(); x.open('GET', 'HTTP'); \
        x.onload = () => yes('REACHED'); x.onerror = () => no(new Error('blocked')); x.send(); });",
    ),
    (
        "synchronous XMLHttpRequest",
        "const x = new XMLHttpRequest(); x.open('GET', 'HTTP', false); x.send(); return 'REACHED';",
    ),
    (
        "WebSocket",
        "return await new Promise((yes, no) => { const s = new WebSocket('WS'); s.onopen = () => yes('REACHED'); \
        s.onerror = () => no(new Error('blocked')); });",
    ),
    (
        "WebSocketStream",
        "await new WebSocketStream('WS').opened; return 'REACHED';",
    ),
    (
        "EventSource",
        "return await new Promise((yes, no) => { const s = new EventSource('HTTP'); s.onopen = () => yes('REACHED'); \
        s.onerror = () => no(new Error('blocked')); });",
    ),
    (
        "WebTransport",
        "await new WebTransport('https://127.0.0.1:PORT/').ready; return 'REACHED';",
    ),
    ("importScripts", "importScripts('HTTP'); return 'REACHED';"),
    (
        "importScripts of the site",
        "importScripts('SITEsandbox.html'); return 'REACHED';",
    ),
    ("import", "return 'REACHED ' + await import('HTTP');"),
    (
        "import of data",
        "return 'REACHED ' + await import('data:text/javascript,export default 1');",
    ),
    (
        "import of the site",
        "return 'REACHED ' + await import('SITEtheme.js');",
    ),
    (
        "sendBeacon",
        "return (navigator.sendBeacon('HTTP') ? 'REACHED' : 'refused');",
    ),
    (
        "WebRTC",
        "return 'REACHED ' + new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:PORT' }] });",
    ),
    (
        "font",
        "return 'REACHED ' + await new FontFace('x', 'url(HTTP)').load();",
    ),
    (
        "image",
        "const i = new Image(); i.src = 'HTTP'; return 'REACHED';",
    ),
    (
        "nested worker",
        "new Worker(URL.createObjectURL(new Blob(['fetch(\"HTTP\")']))); return 'REACHED';",
    ),
    (
        "WebAssembly",
        "return 'REACHED ' + new WebAssembly.Memory({ initial: 1 });",
    ),
    (
        "an image that loads another",
        "return new Blob(['<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">\
        <image href=\"HTTP\"/><script>fetch(\"HTTP\")</script></svg>'], { type: 'image/svg+xml' });",
    ),
    (
        "markup in a result",
        "console.log('<img src=\"HTTP\">'); return '<img src=\"HTTP\"><script>fetch(\"HTTP\")</script>';",
    ),
];

async fn nothing_gets_out(test: &Test) {
    let trap = Trap::set().await;
    let http = format!("http://127.0.0.1:{}/x", trap.port);
    let site = test.site.url();
    open(test).await;
    let before = in_page(test, PREPARE, vec![]).await;

    for (name, code) in ATTACKS {
        let code = code
            .replace("HTTP", &http)
            .replace("WS", &http.replace("http:", "ws:"))
            .replace("SITE", &site)
            .replace("PORT", &trap.port.to_string());
        let report = run(test, &code, "5").await;
        assert!(!report.contains("REACHED"), "{name} gets out: {report}");
        assert!(!report.contains("ran longer"), "{name} hangs: {report}");
        assert_eq!(trap.visits(), 0, "{name} reached the network: {report}");
        eprintln!(
            "{} {name}: {}",
            test.engine().name(),
            report.replace('\n', " | ")
        );
    }

    assert_eq!(
        in_page(test, STATE, vec![]).await,
        before,
        "something in the page has changed"
    );
    assert_eq!(
        in_page(test, "return window.heard;", vec![]).await,
        json!([])
    );
    assert_eq!(
        test.page.driver.windows().await.unwrap().len(),
        1,
        "a window was opened"
    );
    trap.works(test).await;
}

/// Gives the page something to be stolen, and ears.
const PREPARE: &str = "
    localStorage.setItem('probe', 'secret'); document.cookie = 'probe=secret'; window.heard = []; caches.open('probe');
    new BroadcastChannel('probe').onmessage = ({ data }) => window.heard.push(data);
    return [location.href, document.cookie, JSON.stringify(localStorage), history.length, document.title];";
const STATE: &str = "return [location.href, document.cookie, JSON.stringify(localStorage), history.length, document.title];";

/// Whoever opens the sandbox's page in a window, or in a frame without the attribute, gets nothing to run.
async fn without_its_frame_the_sandbox_is_dead(test: &Test) {
    let page = &test.page;
    open(test).await;
    let attack = "
        const done = arguments[arguments.length - 1];
        const channel = new MessageChannel();
        const heard = [];
        channel.port1.onmessage = ({ data }) => heard.push(data);
        addEventListener('message', ({ data }) => heard.push(data));
        const go = (target) => {
            target.postMessage(null, '*', [channel.port2]);
            channel.port1.postMessage({ code: '1 + 1', args: '{}' });
            setTimeout(() => done(JSON.stringify(heard)), 1000);
        };";
    let framed = "
        const frame = document.createElement('iframe');
        if (arguments[0]) frame.setAttribute('sandbox', arguments[0]);
        frame.onload = () => go(frame.contentWindow);
        frame.src = 'sandbox.html';
        document.body.append(frame);";
    for (attribute, runs) in [
        ("allow-scripts", true),
        ("", false),
        ("allow-scripts allow-same-origin", false),
    ] {
        let script = format!("{attack}{framed}");
        let heard = page
            .driver
            .execute_async(script, vec![json!(attribute)])
            .await
            .unwrap();
        let heard = heard.json().as_str().unwrap_or_default().to_owned();
        assert_eq!(heard.contains("returned"), runs, "{attribute:?}: {heard}");
    }
    page.open(&format!("{}sandbox.html", test.site.url())).await;
    let heard = page
        .driver
        .execute_async(format!("{attack}go(window);"), vec![])
        .await
        .unwrap();
    let heard = heard.json().as_str().unwrap_or_default().to_owned();
    assert!(!heard.contains("returned"), "{heard}");
}
