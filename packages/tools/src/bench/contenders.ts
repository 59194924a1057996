// The compared servers, each in its own process: ours, minimal `node:http` servers with the same responses, and Prism's
// mock.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadDescription } from '@understudy/contract';
import { authorize, uploadDatasets } from '../clients/inventory-client.ts';
import { type Server, startServerWith, temporaryFolder } from '../gate.ts';
import { ManagedProcess, spawnChild } from '../managed-process.ts';
import { root, tool } from '../steps.mjs';

export interface Contender {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** The response of a minimal server. */
export interface BareAnswer {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

/** Our server, with the headers for calls and for the status request of a finished job. */
export interface Ours extends Server {
  readonly headers: Readonly<Record<string, string>>;
  readonly statusHeaders: Readonly<Record<string, string>>;
}

/** Starts our server with a token, a finished job and a dataset. `profile`: folder for a CPU profile. */
export async function startOurs(profile: string | undefined, ...args: string[]): Promise<Ours> {
  const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const server = await startServerWith({ nodeOptions }, '--seed', 'empty', ...args);
  const { url } = server;
  const headers = await authorize(url, 'bench');
  const jobId = await uploadDatasets(url, headers, ['d1'], 1);
  return { ...server, headers, statusHeaders: { ...headers, jobId } };
}

/** Returns about a kilobyte of unknown subscriptions, so that every request causes the same work. */
export function postBody(): string {
  const item = (number: number) => ({
    datasetId: `dataset-${number}`,
    subscriptionIds: [`subscription-${number}-a`, `subscription-${number}-b`],
  });
  return JSON.stringify({ subscriptionObjects: Array.from({ length: 11 }, (_, number) => item(number)) });
}

/** Starts a minimal `node:http` server that parses JSON requests and sends the given response. */
export async function startBare(answer: BareAnswer): Promise<Contender> {
  const file = fileURLToPath(new URL('./bare-server.mjs', import.meta.url));
  const server = new ManagedProcess('The bare server', [file, JSON.stringify(answer)]);
  return { url: await server.start(), pid: server.pid ?? 0, stop: () => void server.end('SIGKILL') };
}

/** Starts Prism's mock of the inventory API. */
export async function startInventoryMock(): Promise<Contender> {
  const file = join(temporaryFolder('understudy-bench'), 'inventory.json');
  const description = await loadDescription(join(root, 'specs/inventory/openapi.yaml'), [join(root, 'specs')]);
  writeFileSync(file, JSON.stringify(description));
  return await startPrism(file, '/io/health_check');
}

/** Starts Prism's mock of a description. @param path GET path that responds when the mock is ready */
export async function startPrism(spec: string, path: string): Promise<Contender> {
  const port = 20_000 + (process.pid % 20_000);
  const child = spawnChild(tool('prism'), ['mock', spec, '--host', '127.0.0.1', '--port', String(port), '-v', 'error']);
  // Unread output would fill the pipe and block it.
  child.stdout.resume();
  child.stderr.resume();
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const up = await fetch(url + path).then(
      () => true,
      () => false,
    );
    if (up) return { url, pid: child.pid ?? 0, stop: () => child.kill('SIGKILL') };
    await sleep(100);
  }
  throw new Error("Prism's mock did not start");
}

/** Returns an OpenAPI description with collections that have six operations each. */
export function describeShop(collections: number): unknown {
  const fields = {
    name: { type: 'string' },
    price: { type: 'number' },
    createdAt: { type: 'string', format: 'date-time' },
  };
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (let number = 0; number < collections; number += 1) {
    const $ref = `#/components/schemas/Thing${number}`;
    const body = { content: { 'application/json': { schema: { $ref } } } };
    const list = { content: { 'application/json': { schema: { type: 'array', items: { $ref } } } } };
    const answer = (status: string, content: object) => ({
      responses: { [status]: { description: 'Done', ...content } },
    });
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const one = `/things-${number}/{id}`;
    schemas[`Thing${number}`] = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, ...fields } };
    paths[`/things-${number}`] = { get: answer('200', list), post: { requestBody: body, ...answer('201', body) } };
    paths[one] = {
      parameters,
      get: answer('200', body),
      put: { requestBody: body, ...answer('200', body) },
      patch: { requestBody: body, ...answer('200', body) },
      delete: answer('204', {}),
    };
  }
  return { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths, components: { schemas } };
}
