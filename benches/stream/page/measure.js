// Bytes to events, by the app's decoder and by what a JavaScript client would use, in turn and in one page.

import { createParser } from './eventsource-parser/index.js';
import init, { Reader, padded, plain } from './wasm/stream_bench.js';

const SIZE = 64 << 20;
const CHUNK = 16 << 10;
const ROUNDS = 9;

function ours(chunks) {
  const reader = new Reader();
  let events = 0;
  for (const chunk of chunks) events = reader.push(chunk);
  reader.free();
  return events;
}

function theirs(chunks, onText = () => {}) {
  let events = 0;
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') return;
      const { choices } = JSON.parse(data);
      onText(choices[0].delta.content);
      events += 1;
    },
  });
  const utf8 = new TextDecoder();
  for (const chunk of chunks) parser.feed(utf8.decode(chunk, { stream: true }));
  return events;
}

function textOfOurs(chunks) {
  const reader = new Reader();
  const text = chunks.map((chunk) => reader.text(chunk)).join('');
  reader.free();
  return text;
}

function textOfTheirs(chunks) {
  const texts = [];
  theirs(chunks, (text) => texts.push(text));
  return texts.join('');
}

function cut(bytes) {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += CHUNK) chunks.push(bytes.subarray(at, at + CHUNK));
  return chunks;
}

// Megabytes a second. Waits first, so that no garbage of the last run is collected in this one.
async function speed(read, chunks, bytes, leastEvents) {
  await new Promise((resolve) => setTimeout(resolve, 100));
  const start = performance.now();
  const events = read(chunks);
  const seconds = (performance.now() - start) / 1000;
  if (events < leastEvents) throw new Error(`${events} events, not ${leastEvents}`);
  return bytes.length / 1e6 / seconds;
}

async function measure(bytes) {
  const chunks = cut(bytes);
  if (textOfOurs(chunks) !== textOfTheirs(chunks)) throw new Error('the texts differ');
  const events = theirs(chunks);
  const speeds = { ours: [], theirs: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    speeds.ours.push(await speed(ours, chunks, bytes, events));
    speeds.theirs.push(await speed(theirs, chunks, bytes, events));
  }
  return speeds;
}

async function run() {
  await init();
  return { plain: await measure(plain(SIZE)), padded: await measure(padded(SIZE)) };
}

const report = await run().catch((error) => ({ error: String(error) }));
await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
