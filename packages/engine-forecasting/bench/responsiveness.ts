// Does the server stay responsive while it trains and predicts? 500 datasets x 730 days go through the HTTP API of the
// built command line, and GET /io/status is asked at a steady rate meanwhile. PROFILE=<folder> writes CPU profiles of
// the server there; JOBS=<number> splits the datasets over that many requests.
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../../bench/bar-table.ts';
import { randomOf } from './random.ts';

const cli = fileURLToPath(new URL('../../understudy/bin/understudy.js', import.meta.url));
const datasets = 500;
const days = 730;
const horizon = 28;
/** Datasets per upload: 3.8 MB, below the 6 MB that JSON bodies may have, although uploads have no such limit. */
const perUpload = 50;
const pollEveryMs = 5;
const barMs = 20;
const freezeDate = '2026-01-01';
const jobs = Number(process.env['JOBS'] ?? 1);

/** Measures and reports. */
export async function run(report: Report): Promise<void> {
  const server = await startServer();
  try {
    const api = await InventoryApi.open(server.url);
    const ids = Array.from({ length: datasets }, (_, index) => `dataset-${index}`);
    for (const part of split(ids, datasets / perUpload)) await api.upload({ datasets: part.map(dataset) });
    // What every server does once: compile the checks of these requests, and start the thread.
    const [first = ''] = ids;
    await api.job('start_trainer', { parametersArray: [training(first)], freezeDate });
    await api.job('create_prediction', { parametersArray: [prediction(first)], freezeDate });
    const idle = await polled(api, () => sleep(1000));
    const phases = { training: 0, prediction: 0 };
    const busy = await polled(api, async () => {
      phases.training = await timed(ids, (part) =>
        api.job('start_trainer', { parametersArray: part.map(training), freezeDate }),
      );
      phases.prediction = await timed(ids, (part) =>
        api.job('create_prediction', { parametersArray: part.map(prediction), freezeDate }),
      );
    });
    await checkResults(api);
    const parts = `${datasets} datasets x ${days} days in ${jobs} + ${jobs} requests`;
    report(
      'p99 of GET /io/status while the jobs run, ms',
      percentile(busy.waits, 0.99),
      '<=',
      barMs,
      `asked every ${pollEveryMs} ms: ${told(busy)}; idle: ${told(idle)}; ${parts}`,
    );
    report(
      'training and predicting all of them through the HTTP API, s',
      phases.training + phases.prediction,
      'shown',
      undefined,
      `training ${phases.training.toFixed(2)}, prediction ${phases.prediction.toFixed(2)}; ${parts}`,
    );
  } finally {
    await server.stop();
  }
}

/** @returns seconds that all jobs have taken */
async function timed(ids: readonly string[], work: (part: readonly string[]) => Promise<void>): Promise<number> {
  const started = performance.now();
  await Promise.all(split(ids, jobs).map(work));
  return (performance.now() - started) / 1000;
}

/** Asks for the status of a finished job at a steady rate, on one connection, as long as some work continues. */
async function polled(api: InventoryApi, work: () => Promise<unknown>): Promise<Latencies> {
  const alone = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () => api.call('GET', '/io/status', { ...jobOf(api.firstJob), agent: alone });
  for (let round = 0; round < 200; round += 1) await ask();
  let going = true;
  const ended = work().finally(() => {
    going = false;
  });
  // `took` is what each request took. `waits` adds, for one that held up the next, what those would have waited that were
  // due meanwhile (the usual correction for coordinated omission): otherwise a long halt would count only once.
  const took: number[] = [];
  const waits: number[] = [];
  while (going) {
    const sent = performance.now();
    const { status } = await ask();
    if (status !== 200) throw new Error(`GET /io/status answered ${status}`);
    const latency = performance.now() - sent;
    took.push(latency);
    for (let wait = latency; wait > 0; wait -= pollEveryMs) waits.push(wait);
    await sleep(Math.max(0, pollEveryMs - latency));
  }
  alone.destroy();
  await ended;
  return { waits, took };
}

async function checkResults(api: InventoryApi): Promise<void> {
  const { body } = await api.call('GET', '/io/results?page=1', jobOf(api.lastJob));
  const [first] = body.results ?? [];
  if (first?.forecast.length !== horizon || first.historicalData.length !== days) {
    throw new Error(`The results are not those of ${horizon} days: ${JSON.stringify(first ?? null).slice(0, 300)}`);
  }
}

function training(datasetId: string) {
  return { datasetId, frequency: 'D', horizon };
}

function prediction(datasetId: string) {
  return {
    datasetId,
    currentInventoryLevel: 100,
    wantedServiceLevel: 0.95,
    supplier: { supplierId: 'supplier', leadTime: { value: 5, granularity: 'D' }, batchSize: 6 },
    replenishmentInterval: { value: 1, granularity: 'W' },
  };
}

/** Two years of daily retail sales with week, year, growth and noise. */
function dataset(datasetId: string) {
  const random = randomOf(Number(datasetId.split('-')[1]) + 1);
  const level = random.between(20, 200);
  const phase = random.between(0, 365);
  const growth = random.between(-0.1, 0.3);
  const first = Date.parse('2024-01-02');
  return {
    datasetId,
    transactions: Array.from({ length: days }, (_, day) => {
      const week = day % 7 > 4 ? 1.4 : 0.9;
      const year = 1 + 0.3 * Math.sin((2 * Math.PI * (day + phase)) / 365.25);
      const quantity = level * (1 + (growth * day) / 365) * week * year * Math.exp(0.15 * random.normal());
      return {
        transactionId: `${datasetId}-${day}`,
        departureDate: new Date(first + day * 86_400_000).toISOString().slice(0, 10),
        quantity: Math.round(quantity),
        unitPrice: 9.5,
        unitCost: 6,
      };
    }),
  };
}

async function startServer() {
  const profile = process.env['PROFILE'];
  const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const args = [...nodeOptions, cli, 'start', 'inventory', '--port', '0', '--seed', 'empty', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    ended.then((code) => {
      throw new Error(`understudy start ended with ${code}; build it first: npm run build`);
    }),
  ]);
  return {
    url: String(JSON.parse(line).url),
    stop(): Promise<number | null> {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

interface Answer {
  readonly status: number | undefined;
  /** What the answers asked for here have. */
  readonly body: {
    readonly access_token?: string;
    readonly url?: string;
    readonly jobId?: string;
    readonly status?: string;
    readonly message?: string;
    readonly results?: readonly {
      readonly forecast: readonly unknown[];
      readonly historicalData: readonly unknown[];
    }[];
  };
}

interface CallOptions {
  readonly text?: string;
  readonly jobId?: string;
  readonly agent?: Agent;
}

const shared = new Agent({ keepAlive: true });

/** The inventory API as one tenant sees it. */
class InventoryApi {
  readonly #base: string;
  #headers: Readonly<Record<string, string>> = { 'content-type': 'application/x-www-form-urlencoded' };
  firstJob: string | undefined;
  lastJob: string | undefined;

  private constructor(base: string) {
    this.#base = base;
  }

  static async open(base: string): Promise<InventoryApi> {
    const api = new InventoryApi(base);
    const text =
      'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io';
    const { body } = await api.call('POST', '/connect/token', { text });
    api.#headers = {
      authorization: `Bearer ${body.access_token}`,
      tenantId: 'bench',
      'content-type': 'application/json',
    };
    return api;
  }

  call(method: string, path: string, { text, jobId, agent }: CallOptions = {}): Promise<Answer> {
    const headers = { ...this.#headers, ...(jobId === undefined ? {} : { jobId }) };
    return send(method, `${this.#base}${path}`, headers, text, agent);
  }

  async upload(body: unknown): Promise<void> {
    const { url = '', jobId } = (await this.call('GET', '/io/presigned_url')).body;
    const { status } = await send('PUT', url, {}, JSON.stringify(body));
    if (status !== 200) throw new Error(`The upload answered ${status}`);
    await this.#finished(jobId);
    this.firstJob ??= jobId;
  }

  async job(path: string, body: unknown): Promise<void> {
    const { status, body: answer } = await this.call('POST', `/io/${path}`, { text: JSON.stringify(body) });
    if (status !== 202) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
    await this.#finished(answer.jobId);
    this.lastJob = answer.jobId;
  }

  async #finished(jobId: string | undefined): Promise<void> {
    for (;;) {
      const { body } = await this.call('GET', '/io/status', jobOf(jobId));
      if (body.status === 'success') return;
      if (body.status !== 'inProgress') throw new Error(`A job ended ${body.status}: ${body.message}`);
      await sleep(50);
    }
  }
}

function jobOf(jobId: string | undefined): Pick<CallOptions, 'jobId'> {
  return jobId === undefined ? {} : { jobId };
}

function send(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  text?: string,
  agent = shared,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const isJson = response.headers['content-type']?.includes('json') ?? false;
        const body: Answer['body'] = isJson ? JSON.parse(Buffer.concat(chunks).toString()) : {};
        resolve({ status: response.statusCode, body });
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

function split<Item>(items: readonly Item[], parts: number): Item[][] {
  const size = Math.ceil(items.length / parts);
  return Array.from({ length: parts }, (_, part) => items.slice(part * size, (part + 1) * size));
}

/** What each request took, and what those would have waited that were due while it held them up. */
interface Latencies {
  readonly waits: readonly number[];
  readonly took: readonly number[];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function told({ waits, took }: Latencies): string {
  const ms = (values: readonly number[], share: number) => percentile(values, share).toFixed(1);
  return `p50 ${ms(waits, 0.5)}, p99 ${ms(waits, 0.99)}, longest ${ms(waits, 1)} (${took.length} requests; uncorrected p99 ${ms(took, 0.99)})`;
}
