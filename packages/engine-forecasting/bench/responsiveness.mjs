// Does the server stay responsive while it trains and predicts? 500 datasets x 730 days go through the HTTP API of the
// built command line, and GET /io/status is asked at a steady rate meanwhile.
// Stand-alone: node packages/engine-forecasting/bench/responsiveness.mjs [--check] [--jobs 10]
// PROFILE=<folder> writes CPU profiles of the server there.
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { randomOf } from './random.mjs';

const cli = fileURLToPath(new URL('../../understudy/bin/understudy.js', import.meta.url));
const datasets = 500;
const days = 730;
const horizon = 28;
/** Datasets per upload: 3.8 MB, below the 6 MB that JSON bodies may have, although uploads have no such limit. */
const perUpload = 50;
const pollEveryMs = 5;
const barMs = 20;
const freezeDate = '2026-01-01';

/**
 * Measures and reports.
 *
 * @param report (what, measured, relation, bar, detail)
 * @param jobs requests that the 500 datasets are split over, for the training and for the prediction each
 */
export async function run(report, { jobs = 1 } = {}) {
  const server = await startServer();
  try {
    const api = await apiOf(server.url);
    const ids = Array.from({ length: datasets }, (_, index) => `dataset-${index}`);
    for (const part of split(ids, datasets / perUpload)) await api.upload({ datasets: part.map(dataset) });
    // What every server does once: compile the checks of these requests, and start the thread.
    await api.job('start_trainer', { parametersArray: [training(ids[0])], freezeDate });
    await api.job('create_prediction', { parametersArray: [prediction(ids[0])], freezeDate });
    const idle = await polled(api, () => sleep(1000));
    const phases = {};
    const busy = await polled(api, async () => {
      for (const [phase, work] of [
        ['training', (part) => api.job('start_trainer', { parametersArray: part.map(training), freezeDate })],
        ['prediction', (part) => api.job('create_prediction', { parametersArray: part.map(prediction), freezeDate })],
      ]) {
        const started = performance.now();
        await Promise.all(split(ids, jobs).map(work));
        phases[phase] = (performance.now() - started) / 1000;
      }
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

/** Asks for the status of a finished job at a steady rate, on one connection, as long as some work goes on. */
async function polled(api, work) {
  const alone = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () => api.call('GET', '/io/status', { jobId: api.firstJob, agent: alone });
  for (let round = 0; round < 200; round += 1) await ask();
  let going = true;
  const ended = work().finally(() => {
    going = false;
  });
  // `took` is what each request took. `waits` adds, for one that held up the next, what those would have waited that were
  // due meanwhile (the usual correction for coordinated omission): otherwise a long halt would count only once.
  const took = [];
  const waits = [];
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

async function checkResults(api) {
  const { body } = await api.call('GET', '/io/results?page=1', { jobId: api.lastJob });
  const [first] = body.results;
  if (first?.forecast.length !== horizon || first.historicalData.length !== days) {
    throw new Error(`The results are not those of ${horizon} days: ${JSON.stringify(first).slice(0, 300)}`);
  }
}

function training(datasetId) {
  return { datasetId, frequency: 'D', horizon };
}

function prediction(datasetId) {
  return {
    datasetId,
    currentInventoryLevel: 100,
    wantedServiceLevel: 0.95,
    supplier: { supplierId: 'supplier', leadTime: { value: 5, granularity: 'D' }, batchSize: 6 },
    replenishmentInterval: { value: 1, granularity: 'W' },
  };
}

/** Two years of daily retail sales with week, year, growth and noise. */
function dataset(datasetId) {
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
  const nodeOptions = process.env.PROFILE === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`];
  const args = [...nodeOptions, cli, 'start', 'inventory', '--port', '0', '--seed', 'empty', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await Promise.race([
    new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    ended.then((code) => {
      throw new Error(`understudy start ended with ${code}; build it first: npm run build`);
    }),
  ]);
  return {
    url: JSON.parse(line).url,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** The inventory API as one tenant sees it. */
async function apiOf(base) {
  const form =
    'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io';
  const api = { firstJob: undefined, lastJob: undefined, call, upload, job };
  let headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { access_token: token } = (await call('POST', '/connect/token', { text: form })).body;
  headers = { authorization: `Bearer ${token}`, tenantId: 'bench', 'content-type': 'application/json' };
  return api;

  function call(method, path, { text, jobId, agent } = {}) {
    return send(method, `${base}${path}`, { ...headers, ...(jobId === undefined ? {} : { jobId }) }, text, agent);
  }

  async function upload(body) {
    const { url, jobId } = (await call('GET', '/io/presigned_url')).body;
    const { status } = await send('PUT', url, {}, JSON.stringify(body));
    if (status !== 200) throw new Error(`The upload answered ${status}`);
    await finished(jobId);
    api.firstJob ??= jobId;
  }

  async function job(path, body) {
    const { status, body: answer } = await call('POST', `/io/${path}`, { text: JSON.stringify(body) });
    if (status !== 202) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
    await finished(answer.jobId);
    api.lastJob = answer.jobId;
  }

  async function finished(jobId) {
    for (;;) {
      const { body } = await call('GET', '/io/status', { jobId });
      if (body.status === 'success') return;
      if (body.status !== 'inProgress') throw new Error(`A job ended ${body.status}: ${body.message}`);
      await sleep(50);
    }
  }
}

const shared = new Agent({ keepAlive: true });

function send(method, url, headers, text, agent = shared) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const isJson = response.headers['content-type']?.includes('json') ?? false;
        resolve({ status: response.statusCode, body: isJson ? JSON.parse(body) : body });
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

function split(items, parts) {
  const size = Math.ceil(items.length / parts);
  return Array.from({ length: parts }, (_, part) => items.slice(part * size, (part + 1) * size));
}

function percentile(values, share) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function told({ waits, took }) {
  const ms = (values, share) => percentile(values, share).toFixed(1);
  return `p50 ${ms(waits, 0.5)}, p99 ${ms(waits, 0.99)}, longest ${ms(waits, 1)} (${took.length} requests; uncorrected p99 ${ms(took, 0.99)})`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let missed = false;
  const at = process.argv.indexOf('--jobs');
  const jobs = at === -1 ? 1 : Number(process.argv[at + 1]);
  await run(
    (what, measured, relation, bar, detail) => {
      const holds = relation === undefined || (relation === '<=' ? measured <= bar : measured >= bar);
      missed ||= !holds;
      const target = relation === undefined ? '' : ` (bar ${relation} ${bar})`;
      console.log(`${holds ? 'ok    ' : 'MISSED'} ${what}: ${measured.toFixed(2)}${target}\n       ${detail}`);
    },
    { jobs },
  );
  if (missed && process.argv.includes('--check')) process.exitCode = 1;
}
