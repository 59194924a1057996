import { startInstant } from '@understudy/contract';
import { createSimulators, type SeedData, type Simulator, type Simulators } from '@understudy/kernel';
import { afterAll, afterEach, expect } from 'vitest';

export const origin = 'http://understudy.local';
export const startOfTime = startInstant;

export interface ApiOptions {
  readonly progression?: string;
  readonly at?: string;
  /** The API's own part of the seed. */
  readonly seed?: unknown;
}

export interface Call {
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown;
  readonly tenantId?: string;
  readonly jobId?: string;
}

/** An answer in full. `body`: parsed JSON, or the text of anything else. */
export interface Seen {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** Which of the services is driven: its simulator, the prefix of its paths, the scope of its tokens. */
export interface DrivenService {
  readonly simulator: Simulator;
  /** Who issues its tokens. */
  readonly identity: Simulator;
  readonly prefix: string;
  readonly scope: string;
}

/** How a service's own driver is made. */
type Driver<Api> = new (options?: ApiOptions, tenantId?: string, simulators?: Simulators) => Api;

/**
 * To be called once at the top of a test file: gives a function that starts an API with a client that has a token.
 * Without options all tests of the file share one, each with a tenant of its own; with options it is the test's alone.
 * None may have met a defect of ours.
 */
export function analysisApis<Api extends AnalysisApi>(Driven: Driver<Api>): (options?: ApiOptions) => Promise<Api> {
  const own: Api[] = [];
  let shared: Promise<Api> | undefined;
  let tenants = 0;
  const close = async (apis: readonly Api[]) => {
    const defects = apis.flatMap(({ simulators }) => simulators.defects);
    await Promise.all(apis.map(({ simulators }) => simulators.close()));
    expect(defects).toEqual([]);
  };
  afterEach(() => close(own.splice(0)));
  afterAll(async () => close(shared === undefined ? [] : [await shared]));
  const started = async (api: Api) => {
    await api.logIn();
    return api;
  };
  return async (options) => {
    if (options === undefined) {
      shared ??= started(new Driven());
      const first = await shared;
      tenants += 1;
      return new Driven({}, `tenant-${tenants}`, first.simulators).withTokenOf(first);
    }
    const api = new Driven(options);
    own.push(api);
    return await started(api);
  };
}

/** Identity provider, one analysis API and control plane in process, on a manual clock, with one client. */
export class AnalysisApi {
  readonly service: DrivenService;
  readonly simulators: Simulators;
  /** The tenant that calls are for, unless they name another. */
  readonly tenantId: string;
  #token = '';

  constructor(
    service: DrivenService,
    { progression = 'immediate', at = startOfTime, seed }: ApiOptions = {},
    tenantId = 't1',
    simulators?: Simulators,
  ) {
    const data: SeedData | string = seed === undefined ? 'empty' : { [service.simulator.name]: seed };
    this.service = service;
    this.tenantId = tenantId;
    this.simulators =
      simulators ??
      createSimulators({
        simulators: [service.identity, service.simulator],
        sandbox: { clock: { mode: 'manual', at }, progression, seed: data, randomSeed: 'test' },
      });
    this.simulators.ownOrigins.add(origin);
  }

  /** Takes the token of another driver, for its own tenant. */
  withTokenOf(other: AnalysisApi): this {
    this.#token = other.#token;
    return this;
  }

  /** Asks for a token, which all further calls carry. */
  async logIn(scope = this.service.scope, clientId = 'demo-client', clientSecret = 'demo-secret'): Promise<void> {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
    const body = new URLSearchParams(form);
    this.#token = (await this.#fetch(`${origin}/connect/token`, { method: 'POST', body })).body.access_token;
  }

  send(call: string, { body, tenantId = this.tenantId, jobId }: Call = {}): Promise<Seen> {
    const [method = 'GET', path = '/'] = call.split(' ');
    const headers = {
      authorization: `Bearer ${this.#token}`,
      tenantId,
      ...(jobId === undefined ? {} : { jobId }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    return this.#fetch(`${origin}${path}`, { method, headers, ...(body === undefined ? {} : { body: sent }) });
  }

  control(call: string, body?: unknown): Promise<Seen> {
    const [method = 'GET', path = '/'] = call.split(' ');
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return this.#fetch(`${origin}${path}`, { method, headers, ...sent });
  }

  advance(by: string): Promise<Seen> {
    return this.control('POST /_sim/clock/advance', { by });
  }

  async presign(type = 'raw_data', tenantId = this.tenantId): Promise<{ url: string; jobId: string }> {
    return (await this.send(`GET ${this.service.prefix}/presigned_url?type=${type}`, { tenantId })).body;
  }

  /** PUTs a text as it is, anything else as JSON, without a Content-Type. */
  put(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    return this.#fetch(url, { method: 'PUT', body: new TextEncoder().encode(sent), headers });
  }

  /** Uploads a body. @returns the job's status body and its id */
  async upload(body: unknown, { type = 'raw_data', tenantId = this.tenantId } = {}): Promise<Seen['body']> {
    const { url, jobId } = await this.presign(type, tenantId);
    await this.put(url, body);
    return { jobId, ...(await this.status(jobId, tenantId)) };
  }

  async status(jobId: string, tenantId = this.tenantId): Promise<Seen['body']> {
    return (await this.send(`GET ${this.service.prefix}/status`, { jobId, tenantId })).body;
  }

  /** Sends a call that starts a job. @returns the job's status body and its id */
  async run(call: string, body: unknown, tenantId = this.tenantId): Promise<Seen['body']> {
    const { jobId } = (await this.send(call, { body, tenantId })).body;
    return { jobId, ...(await this.status(jobId, tenantId)) };
  }

  /** The tenant's jobs. */
  async jobs(): Promise<unknown[]> {
    const jobs: Array<{ readonly tenantId: string }> = (await this.control('GET /_sim/jobs')).body.jobs;
    return jobs.filter(({ tenantId }) => tenantId === this.tenantId);
  }

  /** What the store holds of the tenant in a collection, by key. */
  async stored(collection: string): Promise<Record<string, unknown>> {
    await this.control('GET /_sim/clock');
    const records = await this.simulators.world.store.dump('default');
    const partition = `${this.service.simulator.name}/demo-client/${this.tenantId}`;
    const wanted = records.filter((record) => record.collection === collection && record.partition === partition);
    return Object.fromEntries(wanted.map(({ key, value }) => [key, value]));
  }

  async #fetch(url: string, init: RequestInit): Promise<Seen> {
    const response = await this.simulators.fetch(url, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }
}
