import { startInstant } from '@understudy/contract';
import { createSimulators, type SeedData, type Simulators } from '@understudy/kernel';
import { identitySimulator } from '@understudy/simulator-identity';
import { inventorySimulator } from '../inventory-simulator.js';

export const origin = 'http://understudy.local';
export const startOfTime = startInstant;

export interface InventoryOptions {
  readonly progression?: string;
  readonly at?: string;
  /** The inventory API's part of the seed. */
  readonly seed?: unknown;
}

export interface Call {
  readonly body?: unknown;
  readonly tenantId?: string;
  readonly jobId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer in full. `body`: parsed JSON, or the text of anything else. */
export interface Seen {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** Identity provider, inventory API and control plane in process, on a manual clock, with one client of theirs. */
export class Inventory {
  readonly simulators: Simulators;
  /** Where the API is found: the origin, and the prefix of a sandbox. */
  readonly base: string;
  #token = '';

  constructor(options: InventoryOptions = {}, simulators?: Simulators, base = origin) {
    const seed: SeedData | string = options.seed === undefined ? 'empty' : { inventory: options.seed };
    this.base = base;
    this.simulators =
      simulators ??
      createSimulators({
        simulators: [identitySimulator, inventorySimulator],
        sandbox: {
          clock: { mode: 'manual', at: options.at ?? startOfTime },
          progression: options.progression ?? 'immediate',
          seed,
          randomSeed: 'test',
        },
      });
    this.simulators.ownOrigins.add(origin);
  }

  /** The same server through the prefix of another sandbox, which it creates. */
  async createSandbox(name: string): Promise<Inventory> {
    await this.control('POST /_sim/sandboxes', { name, clock: 'manual', at: startOfTime });
    const other = new Inventory({}, this.simulators, `${origin}/~${name}`);
    await other.logIn();
    return other;
  }

  /** Asks for a token, which all further calls carry. */
  async logIn(clientId = 'demo-client', clientSecret = 'demo-secret', scope = 'understudy-stage:io'): Promise<void> {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
    const body = new URLSearchParams(form);
    const response = await this.simulators.fetch(`${this.base}/connect/token`, { method: 'POST', body });
    this.#token = (await seen(response)).body.access_token;
  }

  async send(call: string, { body, tenantId = 't1', jobId, headers = {} }: Call = {}): Promise<Seen> {
    const [method = 'GET', path = '/'] = call.split(' ');
    const init: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        tenantId,
        ...(jobId === undefined ? {} : { jobId }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    };
    if (body !== undefined) init.body = JSON.stringify(body);
    return await seen(await this.simulators.fetch(`${this.base}${path}`, init));
  }

  async control(call: string, body?: unknown): Promise<Seen> {
    const [method = 'GET', path = '/'] = call.split(' ');
    const init: RequestInit = { method, headers: { 'content-type': 'application/json' } };
    if (body !== undefined) init.body = JSON.stringify(body);
    return await seen(await this.simulators.fetch(`${this.base}${path}`, init));
  }

  advance(by: string): Promise<Seen> {
    return this.control('POST /_sim/clock/advance', { by });
  }

  async presign(type = 'raw_data', tenantId = 't1'): Promise<{ url: string; jobId: string; message: string }> {
    return (await this.send(`GET /io/presigned_url?type=${type}`, { tenantId })).body;
  }

  /** PUTs bytes or text as they are, anything else as JSON. */
  async put(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
    const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    return await seen(
      await this.simulators.fetch(url, { method: 'PUT', body: new TextEncoder().encode(String(sent)), headers }),
    );
  }

  /** Uploads a body. @returns the job's id */
  async upload(body: unknown, { type = 'raw_data', tenantId = 't1' } = {}): Promise<string> {
    const { url, jobId } = await this.presign(type, tenantId);
    await this.put(url, body);
    return jobId;
  }

  async status(jobId: string, tenantId = 't1'): Promise<Seen['body']> {
    return (await this.send('GET /io/status', { jobId, tenantId })).body;
  }

  /** Sends a call that starts a job. @returns the job's status body */
  async run(call: string, body: unknown, tenantId = 't1'): Promise<Seen['body']> {
    const { jobId } = (await this.send(call, { body, tenantId })).body;
    return { jobId, ...(await this.status(jobId, tenantId)) };
  }

  /** What the store holds of the inventory API in a collection, by key, once all jobs that can finish have finished. */
  async stored(collection: string): Promise<Record<string, unknown>> {
    await this.control('GET /_sim/clock');
    const records = await this.simulators.world.store.dump('default');
    const wanted = records.filter(
      (record) => record.collection === collection && record.partition.startsWith('inventory'),
    );
    return Object.fromEntries(wanted.map(({ key, value }) => [key, value]));
  }
}

async function seen(response: Response): Promise<Seen> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}
