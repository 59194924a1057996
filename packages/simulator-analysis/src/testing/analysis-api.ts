import type { Simulator } from '@understudy/kernel';
import type { Simulators } from '@understudy/server';
import { ApiDriver, type SeenResponse, useDrivers } from '@understudy/server/testing';
import { afterAll } from 'vitest';

export { SeenResponse, testOrigin, testStartInstant } from '@understudy/server/testing';

export interface ApiOptions {
  readonly progression?: string;
  readonly at?: string;
  /** The API's section of the seed. */
  readonly seed?: unknown;
}

interface Call {
  /** Sent as JSON, or unchanged if it is a string. */
  readonly body?: unknown;
  readonly tenantId?: string;
  readonly jobId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface DrivenService {
  readonly simulator: Simulator;
  /** The simulator that issues its tokens. */
  readonly identity: Simulator;
  readonly prefix: string;
  readonly scope: string;
}

type Driver<Api> = new (options?: ApiOptions, tenantId?: string, simulators?: Simulators) => Api;

/** Returns a function that starts an API with a client. Without options, all tests of the file share one. */
export function createAnalysisDrivers<Api extends AnalysisApiDriver>(
  Driven: Driver<Api>,
): (options?: ApiOptions) => Promise<Api> {
  const own = useDrivers();
  let shared: Promise<Api> | undefined;
  let tenants = 0;
  afterAll(async () => (await shared)?.close());
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
    return await started(own(new Driven(options)));
  };
}

/** Identity provider, one analysis API and control plane in process, on a manual clock, with one client. */
export class AnalysisApiDriver extends ApiDriver {
  readonly service: DrivenService;
  /** The default tenant of calls. */
  readonly tenantId: string;
  #token = '';

  constructor(
    service: DrivenService,
    { seed, ...options }: ApiOptions = {},
    tenantId = 't1',
    simulators?: Simulators,
    base?: string,
  ) {
    const data = seed === undefined ? {} : { seed: { [service.simulator.name]: seed } };
    super([service.identity, service.simulator], { ...options, ...data }, simulators, base);
    this.service = service;
    this.tenantId = tenantId;
  }

  /** Uses another driver's token with this driver's tenant. */
  withTokenOf(other: AnalysisApiDriver): this {
    this.#token = other.#token;
    return this;
  }

  /** Gets a token for all further calls. */
  async logIn(scope = this.service.scope, clientId?: string, clientSecret?: string): Promise<void> {
    this.#token = await this.askForToken(scope, clientId, clientSecret);
  }

  send(call: string, { body, tenantId = this.tenantId, jobId, headers }: Call = {}): Promise<SeenResponse> {
    const type = body === undefined ? undefined : 'application/json';
    const usual = { authorization: `Bearer ${this.#token}`, tenantId, jobId, 'content-type': type };
    return this.call(call, { body, headers: { ...usual, ...headers } });
  }

  async presign(type = 'raw_data', tenantId = this.tenantId): Promise<{ url: string; jobId: string; message: string }> {
    return (await this.send(`GET ${this.service.prefix}/presigned_url?type=${type}`, { tenantId })).body;
  }

  /** Sends bytes or a string unchanged with PUT, anything else as JSON, without a Content-Type. */
  put(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<SeenResponse> {
    const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    return this.call(`PUT ${url}`, { body: typeof sent === 'string' ? new TextEncoder().encode(sent) : sent, headers });
  }

  /** Uploads a body. @returns the job's status body and its id */
  async upload(body: unknown, { type = 'raw_data', tenantId = this.tenantId } = {}): Promise<SeenResponse['body']> {
    const { url, jobId } = await this.presign(type, tenantId);
    await this.put(url, body);
    return { jobId, ...(await this.status(jobId, tenantId)) };
  }

  async status(jobId: string, tenantId = this.tenantId): Promise<SeenResponse['body']> {
    return (await this.send(`GET ${this.service.prefix}/status`, { jobId, tenantId })).body;
  }

  /** Sends a call that starts a job. @returns the job's status body and its id */
  async run(call: string, body: unknown, tenantId = this.tenantId): Promise<SeenResponse['body']> {
    const { jobId } = (await this.send(call, { body, tenantId })).body;
    return { jobId, ...(await this.status(jobId, tenantId)) };
  }

  async jobs(): Promise<unknown[]> {
    const jobs: Array<{ readonly tenantId: string }> = (await this.control('GET /_sim/jobs')).body.jobs;
    return jobs.filter(({ tenantId }) => tenantId === this.tenantId);
  }

  /** Returns the stored values of the tenant in a collection, by key. */
  stored(collection: string): Promise<Record<string, unknown>> {
    return this.storedIn(collection, `${this.service.simulator.name}/demo-client/${this.tenantId}`);
  }
}
