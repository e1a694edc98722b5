// Serves the page in site/ to a headless Chromium and prints what it reports.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const [, , chromium] = process.argv;
// What the project promises, and for chunks that it has to parse one by one, never to be the slower one.
const LEAST_RATIO = { plain: 1.5, padded: 1.5 };
const TIMEOUT_MS = 300_000;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

const site = new URL('site/', import.meta.url);
const { promise: reported, resolve, reject } = deferred();
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (pathname === '/report') {
    const body = [];
    for await (const bytes of request) body.push(bytes);
    response.end();
    resolve(JSON.parse(Buffer.concat(body).toString()));
    return;
  }
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  try {
    const bytes = await readFile(new URL(name, site));
    response.writeHead(200, { 'content-type': TYPES[extname(name)] });
    response.end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));

const profile = await mkdtemp(join(tmpdir(), 'stream-bench-'));
const browser = spawn(
  chromium,
  [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--user-data-dir=${profile}`,
    `http://127.0.0.1:${server.address().port}/`,
  ],
  { stdio: 'ignore' },
);
browser.once('error', reject);
const exited = new Promise((exit) => browser.once('exit', exit));
exited.then((code) => reject(new Error(`Chromium ended with ${code}`)));
const timer = setTimeout(() => reject(new Error('the page reported nothing')), TIMEOUT_MS);

try {
  const report = await reported;
  if (report.error) throw new Error(report.error);
  for (const [style, speeds] of Object.entries(report)) print(style, speeds);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
} finally {
  clearTimeout(timer);
  browser.kill();
  await exited;
  server.close();
  server.closeAllConnections();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}

function print(style, { ours, theirs }) {
  const ratio = median(ours) / median(theirs);
  console.log(
    `wasm, ${style} chunks: ours ${show(ours)}, eventsource-parser ${show(theirs)}, ratio ${ratio.toFixed(2)}`,
  );
  if (ratio < LEAST_RATIO[style]) {
    console.error(`error: the ratio is to be at least ${LEAST_RATIO[style]}`);
    process.exitCode = 1;
  }
}

function show(speeds) {
  const [slowest, fastest] = [Math.min(...speeds), Math.max(...speeds)];
  return `${median(speeds).toFixed(0)} MB/s (${slowest.toFixed(0)} to ${fastest.toFixed(0)})`;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function deferred() {
  const result = {};
  result.promise = new Promise((resolve, reject) => Object.assign(result, { resolve, reject }));
  return result;
}
