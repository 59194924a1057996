// What the API takes over HTTP, against the bars of the design: `npm run bench -w packages/simulator-time`, after a build.
// Server and client share this process, so that the longest pause of its event loop is told as well.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { makeTimeData } from '@understudy/engine-anomaly/generators/time-families.ts';
import { createSimulators, serveHttp } from '@understudy/server';
import { identitySimulator } from '@understudy/simulator-identity';
import { timeSimulator } from '@understudy/simulator-time';
import { BarTable } from '../bar-table.ts';

const { history, scored } = makeTimeData('services firm', { employees: 236, each: 50 });
const registrations = history.slice(0, 55_000);
const asked = [...scored, ...history].slice(0, 5000).map((item, index) => ({ ...item, registrationId: `p${index}` }));
const uploads = 3;

const simulators = createSimulators({
  simulators: [identitySimulator, timeSimulator],
  sandbox: { clock: { mode: 'real' }, progression: 'immediate', seed: 'empty', randomSeed: 'bench' },
});
const server = await serveHttp(simulators, { host: '127.0.0.1', port: 0 });
const form = {
  grant_type: 'client_credentials',
  client_id: 'demo-client',
  client_secret: 'demo-secret',
  scope: 'understudy-stage:td',
};
const answer = await fetch(`${server.url}/connect/token`, { method: 'POST', body: new URLSearchParams(form) });
const { access_token: token } = (await answer.json()) as { access_token: string };
const headers = { authorization: `Bearer ${token}`, tenantId: 'bench' };

/** What the answers asked for here have. */
interface Answer {
  readonly status?: string;
  readonly message?: string;
  readonly url?: string;
  readonly jobId?: string;
}

async function call(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Answer> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(server.url + path, { method, headers: { ...headers, ...type, ...more }, ...sent });
  if (response.status > 202) throw new Error(`${method} ${path} answered ${response.status}`);
  return (await response.json()) as Answer;
}

async function finished(jobId: string): Promise<void> {
  for (;;) {
    const { status, message } = await call('GET', '/td/status', undefined, { jobId });
    if (status === 'success') return;
    if (status === 'invalid') throw new Error(message);
    await wait(5);
  }
}

async function upload(part: readonly unknown[]): Promise<void> {
  const { url = '', jobId = '' } = await call('GET', '/td/presigned_url');
  const body = new TextEncoder().encode(JSON.stringify({ datasets: [{ datasetId: 'd1', registrations: part }] }));
  await fetch(url, { method: 'PUT', body });
  await finished(jobId);
}

async function run(path: string, parameters: Readonly<Record<string, unknown>>): Promise<string> {
  const { jobId = '' } = await call('POST', path, { parameters: [{ datasetId: 'd1', ...parameters }] });
  await finished(jobId);
  return jobId;
}

const table = new BarTable();

async function measure(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();
const size = Math.ceil(registrations.length / uploads);
const learned = await measure(async () => {
  for (let at = 0; at < registrations.length; at += size) await upload(registrations.slice(at, at + size));
  await run('/td/start_trainer', {});
});
table.report(`${registrations.length} registrations uploaded, validated, trained`, learned, '<= ms', 5000);
const predicted = await measure(async () => {
  const jobId = await run('/td/create_prediction', { registrations: asked });
  await call('GET', '/td/results', undefined, { jobId });
});
table.report(`${asked.length} registrations predicted and fetched`, predicted, '<= ms', 1000);
loop.disable();
table.report('longest pause of the event loop meanwhile', loop.max / 1e6, '<= ms', 200);

const times: number[] = [];
for (const registration of asked.slice(0, 1000)) {
  const body = { parameters: [{ datasetId: 'd1', registrations: [registration] }] };
  times.push(await measure(() => call('POST', '/td/real_time_prediction', body)));
}
times.sort((left, right) => left - right);
table.report(
  'one real-time prediction, p99 of 1000',
  times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN,
  '<= ms',
  20,
);

await server.close();
await simulators.close();
table.print();
