// What the API takes over HTTP, against the bars of the design: `npm run bench -w packages/simulator-time`, after a build.
// Server and client share this process, so that the longest pause of its event loop is told as well.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createSimulators, serveHttp } from '@understudy/kernel';
import { identitySimulator } from '@understudy/simulator-identity';
import { timeSimulator } from '@understudy/simulator-time';
import { makeTimeData } from '../../engine-anomaly/bench/generators/time-families.mjs';

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
const { access_token: token } = await answer.json();
const headers = { authorization: `Bearer ${token}`, tenantId: 'bench' };

async function call(method, path, body, more = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(server.url + path, { method, headers: { ...headers, ...type, ...more }, ...sent });
  if (response.status > 202) throw new Error(`${method} ${path} answered ${response.status}`);
  return await response.json();
}

async function finished(jobId) {
  for (;;) {
    const { status, message } = await call('GET', '/td/status', undefined, { jobId });
    if (status === 'success') return;
    if (status === 'invalid') throw new Error(message);
    await wait(5);
  }
}

async function upload(part) {
  const { url, jobId } = await call('GET', '/td/presigned_url');
  const body = new TextEncoder().encode(JSON.stringify({ datasets: [{ datasetId: 'd1', registrations: part }] }));
  await fetch(url, { method: 'PUT', body });
  await finished(jobId);
}

async function run(path, parameters) {
  const { jobId } = await call('POST', path, { parameters: [{ datasetId: 'd1', ...parameters }] });
  await finished(jobId);
  return jobId;
}

let missed = 0;
function tell(what, figure, bar, unit) {
  const reached = figure <= bar;
  if (!reached) missed += 1;
  console.log(
    `${what.padEnd(52)} ${figure.toFixed(1).padStart(8)} <= ${bar} ${unit}  ${reached ? 'reached' : 'MISSED'}`,
  );
}

async function measure(work) {
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
tell(`${registrations.length} registrations uploaded, validated, trained`, learned, 5000, 'ms');
const predicted = await measure(async () => {
  const jobId = await run('/td/create_prediction', { registrations: asked });
  await call('GET', '/td/results', undefined, { jobId });
});
tell(`${asked.length} registrations predicted and fetched`, predicted, 1000, 'ms');
loop.disable();
tell('longest pause of the event loop meanwhile', loop.max / 1e6, 200, 'ms');

const times = [];
for (const registration of asked.slice(0, 1000)) {
  const body = { parameters: [{ datasetId: 'd1', registrations: [registration] }] };
  times.push(await measure(() => call('POST', '/td/real_time_prediction', body)));
}
times.sort((left, right) => left - right);
tell('one real-time prediction, p99 of 1000', times[Math.ceil(times.length * 0.99) - 1], 20, 'ms');

await server.close();
await simulators.close();
process.exitCode = missed === 0 ? 0 : 1;
