// What is measured against each other, each in a process of its own: our server, bare node:http servers that answer the
// same bytes, and Prism's mock.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadDescription } from '@understudy/contract';
import { type Server, spawnChild, startServerBy, temporaryFolder } from '../gate.ts';
import { root, tool } from '../steps.mjs';

/** A server beside ours. */
export interface Contender {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** An answer that a bare server gives. */
export interface BareAnswer {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

/** Our server with the headers of a call, and those of a call for the status of a job that has ended. */
export interface Ours extends Server {
  readonly headers: Readonly<Record<string, string>>;
  readonly statusHeaders: Readonly<Record<string, string>>;
}

/**
 * Our server with everything that the measured calls need: token, a finished job, a dataset.
 *
 * @param profile folder for a CPU profile, written when it stops
 * @param args more options of the command line
 */
export async function startOurs(profile: string | undefined, ...args: string[]): Promise<Ours> {
  const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const server = await startServerBy(nodeOptions, '--seed', 'empty', ...args);
  const { url } = server;
  const form =
    'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io';
  const formType = { 'content-type': 'application/x-www-form-urlencoded' };
  const login = { method: 'POST', headers: formType, body: form };
  const { access_token: token } = await readJson<{ access_token: string }>(`${url}/connect/token`, login);
  const headers = { authorization: `Bearer ${token}`, tenantId: 'bench' };
  const presigned = await readJson<{ url: string; jobId: string }>(`${url}/io/presigned_url`, { headers });
  const sale = { transactionId: 't1', departureDate: '2026-01-05', quantity: 3 };
  const body = JSON.stringify({ datasets: [{ datasetId: 'd1', transactions: [sale] }] });
  await fetch(presigned.url, { method: 'PUT', body });
  const statusHeaders = { ...headers, jobId: presigned.jobId };
  for (;;) {
    const job = await readJson<{ status: string }>(`${url}/io/status`, { headers: statusHeaders });
    if (job.status === 'success') break;
    if (job.status !== 'inProgress') throw new Error(`The upload ended ${job.status}`);
  }
  return { ...server, headers, statusHeaders };
}

async function readJson<Body>(url: string, request: RequestInit): Promise<Body> {
  return (await (await fetch(url, request)).json()) as Body;
}

/** Subscriptions to end, about a kilobyte of them; there are none, so every request does the same. */
export function postBody(): string {
  const item = (number: number) => ({
    datasetId: `dataset-${number}`,
    subscriptionIds: [`subscription-${number}-a`, `subscription-${number}-b`],
  });
  return JSON.stringify({ subscriptionObjects: Array.from({ length: 11 }, (_, number) => item(number)) });
}

/** A bare node:http server that answers given bytes, after parsing the request's JSON when there is any. */
export async function startBare(answer: BareAnswer): Promise<Contender> {
  const file = fileURLToPath(new URL('./bare-server.mjs', import.meta.url));
  const child = spawnChild(process.execPath, [file, JSON.stringify(answer)]);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error('The bare server did not start')));
  });
  return { url, pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') };
}

/** Prism's mock of the inventory API. */
export async function startPrism(): Promise<Contender> {
  const spec = join(temporaryFolder('understudy-bench'), 'inventory.json');
  writeFileSync(
    spec,
    JSON.stringify(await loadDescription(join(root, 'specs/inventory/openapi.yaml'), [join(root, 'specs')])),
  );
  const port = 20_000 + (process.pid % 20_000);
  const child = spawnChild(tool('prism'), ['mock', spec, '--host', '127.0.0.1', '--port', String(port), '-v', 'error']);
  // Unread, what it says would fill the pipe and hold it.
  child.stdout.resume();
  child.stderr.resume();
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const up = await fetch(`${url}/io/health_check`).then(
      () => true,
      () => false,
    );
    if (up) return { url, pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') };
    await sleep(100);
  }
  throw new Error("Prism's mock did not start");
}
