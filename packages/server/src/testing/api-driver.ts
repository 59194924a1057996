import { defaultStartInstant } from '@understudy/contract';
import { type StoredRecord, WorkerPool } from '@understudy/kernel';
import { createSimulators } from '../create-simulators.js';
import type { Simulators, SimulatorsOptions } from '../simulators.js';
import { SeenResponse } from './seen-response.js';

export const testOrigin = 'http://understudy.local';

export const testStartInstant = defaultStartInstant;

/** Threads shared by all tests. Starting threads for each test would take longer than the tests. */
export const sharedWorkerPool = new WorkerPool();

export interface DriverRequest {
  /** The body. Strings, forms and bytes are sent unchanged. Anything else is sent as JSON with its media type. */
  readonly body?: unknown;
  /** Request headers. Undefined values are omitted. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface DriverOptions {
  readonly progression?: string;
  readonly clock?: 'manual' | 'real';
  /** ISO 8601 start time of the manual clock. */
  readonly at?: string;
  /** Seed data by API. Empty by default. */
  readonly seed?: SimulatorsOptions['sandbox']['seed'];
}

/** Runs simulators and their control plane in process, on a manual clock, and drives them as a client does. */
export class ApiDriver {
  readonly simulators: Simulators;
  /** Origin of the server, including the prefix of a sandbox other than the default one. */
  readonly base: string;

  /** @param made running simulators, or options to create new ones */
  constructor(
    simulators: SimulatorsOptions['simulators'],
    { progression = 'immediate', clock = 'manual', at = testStartInstant, seed = 'empty' }: DriverOptions = {},
    made: Simulators | Partial<SimulatorsOptions> = {},
    base = testOrigin,
  ) {
    this.base = base;
    this.simulators =
      'fetch' in made
        ? made
        : createSimulators({
            pool: sharedWorkerPool,
            simulators,
            sandbox: {
              clock: clock === 'manual' ? { mode: clock, at } : { mode: clock },
              progression,
              seed,
              randomSeed: 'test',
            },
            ...made,
          });
    this.simulators.ownOrigins.add(testOrigin);
  }

  /** @param call method and path, such as `GET /notes`. The path can be a full URL */
  async call(call: string, { body, headers = {} }: DriverRequest = {}): Promise<SeenResponse> {
    const [method = 'GET', path = '/'] = call.split(' ');
    const sent = new Headers();
    const asItIs = body === undefined || typeof body === 'string' || isBytesOrForm(body);
    if (!asItIs) sent.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined) sent.delete(name);
      else sent.set(name, value);
    }
    const init: RequestInit = { method, headers: sent };
    if (body !== undefined) init.body = asItIs ? body : JSON.stringify(body);
    const url = URL.canParse(path) ? path : `${this.base}${path}`;
    return await SeenResponse.of(await this.simulators.fetch(url, init));
  }

  control(call: string, body?: unknown): Promise<SeenResponse> {
    return this.call(call, { body, headers: { 'content-type': 'application/json' } });
  }

  /** @param by ISO 8601 duration */
  advance(by: string): Promise<SeenResponse> {
    return this.control('POST /_sim/clock/advance', { by });
  }

  /** Requests a token with client credentials. @param prefix URL prefix of a sandbox */
  async askForToken(
    scope: string,
    clientId = 'demo-client',
    clientSecret = 'demo-secret',
    prefix = '',
  ): Promise<string> {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
    const { body } = await this.call(`POST ${prefix}/connect/token`, { body: new URLSearchParams(form) });
    return String(body.access_token);
  }

  /** Returns the stored values of a collection by key, after all due jobs have finished. */
  async storedIn(collection: string, partition: string): Promise<Record<string, unknown>> {
    await this.control('GET /_sim/clock');
    const wanted = (await this.records()).filter(
      (record) => record.collection === collection && record.partition.startsWith(partition),
    );
    return Object.fromEntries(wanted.map(({ key, value }) => [key, value]));
  }

  async records(): Promise<readonly StoredRecord[]> {
    const sandbox = await this.simulators.server.sandboxes.open('default');
    return (await sandbox?.snapshot())?.records ?? [];
  }

  /** @throws Error if a response violated the contract, or work failed because of a defect */
  async close(): Promise<void> {
    await this.simulators.close();
    const [defect] = this.simulators.defects;
    if (defect !== undefined) throw new Error(`A defect in ${defect.what}`, { cause: defect.error });
  }
}

function isBytesOrForm(body: unknown): body is Uint8Array<ArrayBuffer> | FormData | URLSearchParams {
  return body instanceof Uint8Array || body instanceof FormData || body instanceof URLSearchParams;
}
