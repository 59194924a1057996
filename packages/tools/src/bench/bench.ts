// npm run bench: measures the figures of the design in one run and prints them as ratios, because machines differ. The
// servers take turns in short rounds, whose medians are compared. All load stays on loopback.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { mustRun, mustRunCli, startServer, temporaryFolder } from '../gate.ts';
import { processorTime, residentBytes } from '../processor-time.ts';
import { readFlags } from './bench-flags.ts';
import {
  type BareAnswer,
  type Contender,
  describeShop,
  type Ours,
  postBody,
  startBare,
  startInventoryMock,
  startOurs,
} from './contenders.ts';
import { measureCrowd } from './measure-crowd.ts';
import { measureProxy, median } from './measure-proxy.ts';
import { timeInProcess, timeToFirstAnswer } from './time-to-start.ts';
import { type Row, tableOf, withLastResults, writeResults } from './write-results.ts';

interface Request {
  readonly path: string;
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const parts: Readonly<Record<string, () => Promise<void>>> = {
  processor: measureProcessorTime,
  data: measureData,
  crowd: measureCrowds,
  throughput: measureThroughput,
  start: measureStart,
  described: measureDescribedStart,
  'in-process': measureInProcess,
  tokens: measureTokens,
  proxy: measureProxies,
  suite: measureSuite,
};

const flags = readFlags(Object.keys(parts));
const rounds = flags.quick ? 3 : 5;
const seconds = flags.quick ? 1 : 3;
const requests = flags.quick ? 10_000 : 40_000;
const results: Row[] = [];

for (const [name, measure] of Object.entries(parts)) {
  if (flags.only.length === 0 || flags.only.includes(name)) await measure();
}
report();

function getOf({ statusHeaders }: Ours): Request {
  return { path: '/io/status', headers: statusHeaders };
}

function postOf({ headers }: Ours): Request {
  const json = { 'content-type': 'application/json' };
  return { path: '/io/unsubscribe', method: 'POST', headers: { ...headers, ...json }, body: postBody() };
}

/** Measures the server's own processor time per request, as the median of several processes. */
async function measureProcessorTime(): Promise<void> {
  const told: Record<string, { first: number; second: number; ratio: number }[]> = {};
  const kinds = [
    ['GET status', getOf, 1.5],
    ['POST 1 KB JSON', postOf, 1.7],
  ] as const;
  for (let process = 0; process < (flags.quick ? 3 : 5); process += 1) {
    const ours = await startOurs(flags.profile);
    try {
      for (const [what, requestOf] of kinds) {
        const request = requestOf(ours);
        const bare = await startBare(await answerOf(ours.url, request));
        try {
          told[what] = [...(told[what] ?? []), await costs(request, ours, bare)];
        } finally {
          bare.stop();
        }
      }
    } finally {
      await ours.stop();
    }
  }
  for (const [what, , bar] of kinds) {
    const sorted = (told[what] ?? []).toSorted((one, other) => one.ratio - other.ratio);
    const [least, middle, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
    if (least === undefined || middle === undefined || most === undefined) continue;
    const detail = `${middle.first.toFixed(1)} of ${middle.second.toFixed(1)} µs; processes ${least.ratio.toFixed(2)} to ${most.ratio.toFixed(2)}`;
    add(`${what}, processor time of the server against a bare node:http server`, middle.ratio, '<=', bar, detail);
  }
}

/** Measures response times with many clients, and the server's longest computation. */
async function measureCrowds(): Promise<void> {
  const found: Awaited<ReturnType<typeof measureCrowd>>[] = [];
  for (let round = 0; round < (flags.quick ? 1 : 3); round += 1) found.push(await measureCrowd(flags.quick ? 2 : 8));
  const rate = `${perSecond(median(found.map((each) => each.rate)))} requests a second`;
  add(
    '200 clients, mixed requests: p99 of the response time, ms',
    median(found.map(({ p99 }) => p99)),
    '<=',
    150,
    rate,
  );
  const longest = Math.max(...found.map((each) => each.longest));
  add('200 clients, mixed requests: longest computation of the event loop, ms', longest, '<=', 100);
}

/** Compares POSTs with and without `--data`: one that changes nothing, and one that stores a record. */
async function measureData(): Promise<void> {
  const plain = await startOurs(flags.profile);
  const kept = await startOurs(flags.profile, '--data', temporaryFolder('understudy-bench-data'));
  const journal = ['--data', temporaryFolder('understudy-bench-journal'), '--keep-journal', 'P7D'];
  const journaled = await startOurs(flags.profile, ...journal);
  const user = JSON.stringify({ vendor_api_key: 'demo-vendor-key', email: 'ada@example.com', first_name: 'Ada' });
  const newUser = { path: '/v1/users', method: 'POST', headers: { 'content-type': 'application/json' }, body: user };
  try {
    for (const [what, request] of [
      ['POST 1 KB JSON', postOf(plain)],
      ['POST that stores a record', newUser],
    ] as const) {
      const { first, second, ratio } = await costs(request, plain, kept);
      const told = `${first.toFixed(1)} against ${second.toFixed(1)} µs of processor time`;
      add(`${what}, without --data against with it`, ratio, '>=', 0.5, told);
    }
    for (const [what, request] of [
      ['GET status', getOf(kept)],
      ['POST 1 KB JSON', postOf(kept)],
    ] as const) {
      const { first, second } = await costs(request, kept, journaled);
      const told = `${first.toFixed(1)} against ${second.toFixed(1)} µs of processor time`;
      add(`${what}, cost of --keep-journal, µs of processor time`, second - first, '<=', 100, told);
    }
  } finally {
    await plain.stop();
    await kept.stop();
    await journaled.stop();
  }
}

/** @returns microseconds per request of each server, and the median ratio of the first two per round */
async function costs(
  request: Request,
  ...contenders: [Pick<Ours, 'url' | 'pid'>, Contender]
): Promise<{ first: number; second: number; ratio: number }> {
  const measured: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    for (const [place, { url, pid }] of contenders.entries()) {
      const before = processorTime(pid);
      await fire(url, request, { amount: requests });
      // The first round only warms up the JIT compiler.
      if (round >= 0) measured[place]?.push((processorTime(pid) - before) / requests);
    }
  }
  const [first, second] = measured;
  const ratio = median(first.map((cost, round) => cost / (second[round] ?? cost)));
  return { first: median(first), second: median(second), ratio };
}

async function measureThroughput(): Promise<void> {
  const ours = await startOurs(flags.profile);
  const get = getOf(ours);
  const post = postOf(ours);
  const bareGet = await startBare(await answerOf(ours.url, get));
  const barePost = await startBare(await answerOf(ours.url, post));
  const prism = await startInventoryMock();
  const memory = residentBytes(ours.pid) / 1024 / 1024;
  try {
    const [our, bare] = await alternate([ours.url, get], [bareGet.url, get]);
    add(
      'GET status, validated both ways, against a bare node:http server',
      our / bare,
      '>=',
      0.55,
      `${perSecond(our)} of ${perSecond(bare)}`,
    );
    const [ourPost, barePostRate] = await alternate([ours.url, post], [barePost.url, post]);
    add(
      'POST 1 KB JSON, validated both ways, against a bare node:http server that parses it',
      ourPost / barePostRate,
      '>=',
      0.5,
      `${perSecond(ourPost)} of ${perSecond(barePostRate)}`,
    );
    const [again, mock] = await alternate([ours.url, get], [prism.url, get]);
    add("the same GET against Prism's mock", again / mock, '>=', 8, `${perSecond(again)} against ${perSecond(mock)}`);
    add('memory after the start, MB resident', memory, '<=', 120);
  } finally {
    await ours.stop();
    for (const other of [bareGet, barePost, prism]) other.stop();
  }
}

async function measureStart(): Promise<void> {
  for (const [seed, bar] of [
    ['empty', 300],
    ['demo', 900],
  ] as const) {
    const times: number[] = [];
    for (let run = 0; run < 7; run += 1) times.push(await timeToFirstAnswer(seed));
    add(`process start to first 200, all APIs, built, seed ${seed}, ms`, median(times), '<=', bar);
  }
}

/** Measures the processor time until an API with 600 operations, inferred from a description, sends its first 200. */
async function measureDescribedStart(): Promise<void> {
  const file = join(temporaryFolder('understudy-bench-described'), 'shop.json');
  writeFileSync(file, JSON.stringify(describeShop(100)));
  const times: number[] = [];
  const costs: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const started = performance.now();
    const { url, pid, stop } = await startServer(file, '--seed', 'demo');
    const { status } = await fetch(`${url}/things-0`);
    times.push(performance.now() - started);
    costs.push(processorTime(pid) / 1000);
    await stop();
    if (status !== 200) throw new Error(`The first response was ${status}`);
  }
  const detail = `${Math.round(median(costs))} ms of processor time`;
  add('described API of 600 operations, process start to first 200, ms', median(times), '<=', 1200, detail);
}

async function measureInProcess(): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < 7; run += 1) times.push(await timeInProcess());
  add('startSimulators() in process after the import, ms', median(times), '<=', 35);
}

async function measureTokens(): Promise<void> {
  const found: number[] = [];
  while (found.length < rounds)
    found.push(Number(await mustRun(['--import', 'tsx', join(import.meta.dirname, 'issue-tokens.ts')])));
  add('ES256 client-credentials tokens a second of processor time', median(found), '>=', 3000);
}

async function measureProxies(): Promise<void> {
  for (const { what, microseconds, milliseconds, detail } of await measureProxy(rounds, requests)) {
    add(`understudy proxy, ${what}: processor time of a GET beside a bare proxy, µs`, microseconds, '<=', 150, detail);
    add(`understudy proxy, ${what}: time of a GET beside a bare proxy, ms`, milliseconds, '<=', 1);
  }
}

async function measureSuite(): Promise<void> {
  const started = performance.now();
  await mustRunCli('test', 'run');
  add('the whole scenario suite in process, virtual time, s', (performance.now() - started) / 1000, '<=', 20);
}

/** Returns the requests per second of both contenders: the median of alternating rounds. */
async function alternate(...contenders: [[string, Request], [string, Request]]): Promise<[number, number]> {
  const rates: [number[], number[]] = [[], []];
  for (const [url, request] of contenders) await load(url, request, 1);
  for (let round = 0; round < rounds; round += 1) {
    rates[0].push(await load(...contenders[0], seconds));
    rates[1].push(await load(...contenders[1], seconds));
  }
  return [median(rates[0]), median(rates[1])];
}

async function load(url: string, request: Request, duration: number): Promise<number> {
  return (await fire(url, request, { duration })).requests.average;
}

async function fire(url: string, { path, ...request }: Request, bound: { amount: number } | { duration: number }) {
  const result = await autocannon({ url: `${url}${path}`, connections: 20, ...bound, ...request });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}${path}: ${result.non2xx} answers were not 2xx`);
  return result;
}

async function answerOf(url: string, { path, ...request }: Request): Promise<BareAnswer> {
  const response = await fetch(`${url}${path}`, request);
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body}`);
  const type = response.headers.get('content-type') ?? 'application/json';
  return { headers: { 'content-type': type, 'content-length': Buffer.byteLength(body) }, body };
}

function add(what: string, measured: number, relation: '>=' | '<=', bar: number, detail = ''): void {
  const reached = relation === '>=' ? measured >= bar : measured <= bar;
  results.push({ what, measured: Number(measured.toPrecision(3)), bar: `${relation} ${bar}`, reached, detail });
  console.error(`${reached ? '  ok' : 'MISS'} ${what}: ${measured.toPrecision(3)} (${relation} ${bar}) ${detail}`);
}

function report(): void {
  const facts = `Node ${process.versions.node}, ${availableParallelism()} cores; medians of ${rounds} rounds of ${seconds} s in turn`;
  // Rows that `--only` excludes retain their previous figures.
  if (flags.save) writeResults(withLastResults(results), facts);
  else if (flags.only.length === 0 && flags.profile === undefined) writeResults(results, facts);
  console.log(tableOf(results, facts));
  if (flags.check && results.some(({ reached }) => !reached)) process.exitCode = 1;
}

function perSecond(rate: number): string {
  return Math.round(rate).toString();
}
