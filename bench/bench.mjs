// npm run bench: the numbers of the design, measured in one run and said as ratios, because machines differ and are noisy.
// The contenders take turns in short rounds, and medians are compared. `--check` ends with 1 when a bar is missed,
// `--quick` measures shorter. Load goes to loopback only.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { cli, runNode } from '../scripts/gates/gate.ts';
import { root } from '../scripts/steps.mjs';
import { postBody, startBare, startOurs, startPrism } from './contenders.mjs';

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 5;
const seconds = quick ? 1 : 3;
const results = [];

await measureThroughput();
await measureStart();
await measureInProcess();
await measureSuite();
report();

async function measureThroughput() {
  const ours = await startOurs();
  const json = { 'content-type': 'application/json' };
  const get = { path: '/io/status', headers: ours.statusHeaders };
  const post = { path: '/io/unsubscribe', method: 'POST', headers: { ...ours.headers, ...json }, body: postBody() };
  const [bareGet, barePost] = [
    await startBare(await answerOf(ours.url, get)),
    await startBare(await answerOf(ours.url, post)),
  ];
  const prism = await startPrism();
  const memory = residentMegabytes(ours.pid);
  try {
    const [our, bare] = await alternate([
      [ours.url, get],
      [bareGet.url, get],
    ]);
    add(
      'GET status, validated both ways, against a bare node:http server',
      our / bare,
      '>=',
      0.55,
      `${perSecond(our)} of ${perSecond(bare)}`,
    );
    const [ourPost, barePostRate] = await alternate([
      [ours.url, post],
      [barePost.url, post],
    ]);
    add(
      'POST 1 KB JSON, validated both ways, against a bare node:http server that parses it',
      ourPost / barePostRate,
      '>=',
      0.5,
      `${perSecond(ourPost)} of ${perSecond(barePostRate)}`,
    );
    const [again, mock] = await alternate([
      [ours.url, get],
      [prism.url, get],
    ]);
    add("the same GET against Prism's mock", again / mock, '>=', 8, `${perSecond(again)} against ${perSecond(mock)}`);
    add('memory after the start, MB resident', memory, '<=', 120);
  } finally {
    await ours.stop();
    for (const other of [bareGet, barePost, prism]) other.stop();
  }
}

async function measureStart() {
  const times = [];
  for (let run = 0; run < 7; run += 1) times.push(await timeToFirstAnswer());
  add('process start to first 200, all APIs, built, ms', median(times), '<=', 700);
}

/** Milliseconds from the start of the process until it answers 200. */
async function timeToFirstAnswer() {
  const started = performance.now();
  const child = spawn(process.execPath, [cli, 'start', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk))));
  const { status } = await fetch(`${JSON.parse(line).url}/io/health_check`);
  const time = performance.now() - started;
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 200) throw new Error(`The first answer was ${status}`);
  return time;
}

async function measureInProcess() {
  const script = `const { startSimulators } = await import('understudy');
    const started = performance.now();
    const simulators = await startSimulators();
    console.log(performance.now() - started);
    await simulators.close();`;
  const times = [];
  for (let run = 0; run < 7; run += 1) {
    const { said } = await runNode(['--input-type=module', '-e', script]);
    times.push(Number(said));
  }
  add('startSimulators() in process after the import, ms', median(times), '<=', 60);
}

async function measureSuite() {
  const started = performance.now();
  const { code, said } = await runNode([cli, 'run']);
  if (code !== 0) throw new Error(`The suite failed:\n${said.slice(-2000)}`);
  add('the whole scenario suite in process, virtual time, s', (performance.now() - started) / 1000, '<=', 30);
}

/** Requests per second of each contender, the median of rounds in turn. */
async function alternate(contenders) {
  const rates = contenders.map(() => []);
  for (const [url, request] of contenders) await load(url, request, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, [url, request]] of contenders.entries()) rates[index].push(await load(url, request, seconds));
  }
  return rates.map(median);
}

async function load(url, { path, ...request }, duration) {
  const result = await autocannon({ url: `${url}${path}`, connections: 20, duration, ...request });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}${path}: ${result.non2xx} answers were not 2xx`);
  return result.requests.average;
}

async function answerOf(url, { path, ...request }) {
  const response = await fetch(`${url}${path}`, request);
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body}`);
  return {
    headers: { 'content-type': response.headers.get('content-type'), 'content-length': Buffer.byteLength(body) },
    body,
  };
}

function residentMegabytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

function add(what, measured, relation, bar, detail = '') {
  const reached = relation === '>=' ? measured >= bar : measured <= bar;
  results.push({ what, measured: Number(measured.toPrecision(3)), bar: `${relation} ${bar}`, reached, detail });
  console.error(`${reached ? '  ok' : 'MISS'} ${what}: ${measured.toPrecision(3)} (${relation} ${bar}) ${detail}`);
}

function report() {
  const facts = `Node ${process.versions.node}, ${availableParallelism()} cores; medians of ${rounds} rounds of ${seconds} s in turn`;
  const rows = results.map(
    ({ what, measured, bar, reached, detail }) =>
      `| ${what} | ${measured} | ${bar} | ${reached ? 'yes' : 'no'} | ${detail} |`,
  );
  const table = [
    '# Measured',
    '',
    `${facts}. Made by \`npm run bench\`.`,
    '',
    '| what | measured | bar | reached | requests per second |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  writeFileSync(join(root, 'bench', 'RESULTS.md'), table);
  writeFileSync(join(root, 'bench', 'results.json'), `${JSON.stringify({ facts, results }, null, 2)}\n`);
  console.log(table);
  if (process.argv.includes('--check') && results.some(({ reached }) => !reached)) process.exitCode = 1;
}

function median(numbers) {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)];
}

function perSecond(rate) {
  return Math.round(rate).toString();
}
