// What is measured against each other, each in a process of its own: our server, bare node:http servers that answer the
// same bytes, and Prism's mock.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../scripts/gates/gate.ts';
import { root, tool } from '../scripts/steps.mjs';

/** Our server with everything that the measured calls need: token, a finished job, a dataset. */
export async function startOurs() {
  const server = await startServer('--seed', 'empty');
  const { url } = server;
  const form =
    'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io';
  const formType = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${url}/connect/token`, { method: 'POST', headers: formType, body: form });
  const { access_token: token } = await answer.json();
  const headers = { authorization: `Bearer ${token}`, tenantId: 'bench' };
  const presigned = await (await fetch(`${url}/io/presigned_url`, { headers })).json();
  const sale = { transactionId: 't1', departureDate: '2026-01-05', quantity: 3 };
  const body = JSON.stringify({ datasets: [{ datasetId: 'd1', transactions: [sale] }] });
  await fetch(presigned.url, { method: 'PUT', body });
  const status = { ...headers, jobId: presigned.jobId };
  for (;;) {
    const { status: state } = await (await fetch(`${url}/io/status`, { headers: status })).json();
    if (state === 'success') break;
    if (state !== 'inProgress') throw new Error(`The upload ended ${state}`);
  }
  return { ...server, headers, statusHeaders: status };
}

/** Subscriptions to end, about a kilobyte of them; there are none, so every request does the same. */
export function postBody() {
  const item = (number) => ({
    datasetId: `dataset-${number}`,
    subscriptionIds: [`subscription-${number}-a`, `subscription-${number}-b`],
  });
  return JSON.stringify({ subscriptionObjects: Array.from({ length: 11 }, (_, number) => item(number)) });
}

/** A bare node:http server that answers given bytes, after parsing the request's JSON when there is any. */
export async function startBare(answer) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'bare', JSON.stringify(answer)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { url: await firstLine(child), stop: () => child.kill('SIGKILL') };
}

/** Prism's mock of the inventory API. */
export async function startPrism() {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'));
  const spec = join(folder, 'inventory.json');
  const { loadDescription } = await import('@understudy/contract');
  writeFileSync(spec, JSON.stringify(await loadDescription(join(root, 'specs/inventory/openapi.yaml'))));
  const port = 20_000 + (process.pid % 20_000);
  const child = spawn(tool('prism'), ['mock', spec, '--host', '127.0.0.1', '--port', String(port), '-v', 'error'], {
    stdio: 'ignore',
    detached: true,
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => process.kill(-child.pid, 'SIGKILL');
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const up = await fetch(`${url}/io/health_check`).then(
      () => true,
      () => false,
    );
    if (up) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  stop();
  throw new Error("Prism's mock did not start");
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
    child.once('exit', () => reject(new Error('The bare server did not start')));
  });
}

if (process.argv[2] === 'bare') {
  const { headers, body } = JSON.parse(process.argv[3]);
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, headers).end(body);
      return;
    }
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString());
      response.writeHead(200, headers).end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
}
