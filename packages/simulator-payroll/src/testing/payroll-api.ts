import { createSimulators, type SeedData, type Simulators } from '@understudy/kernel';
import { identitySimulator } from '@understudy/simulator-identity';
import { afterAll, afterEach, expect } from 'vitest';
import { payrollSimulator } from '../payroll-simulator.js';

export const origin = 'http://understudy.local';
export const startOfTime = '2026-01-15T09:00:00.000Z';

export interface PayrollOptions {
  readonly progression?: string;
  readonly at?: string;
  /** The payroll API's part of the seed. */
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

/**
 * To be called once at the top of a test file: gives a function that starts a payroll API with a client that
 * has a token. Without options all tests of the file share one, each with a tenant of its own; with options it is the
 * test's alone. None may have met a defect of ours.
 */
export function payrollApis(): (options?: PayrollOptions) => Promise<PayrollApi> {
  const own: PayrollApi[] = [];
  let shared: Promise<PayrollApi> | undefined;
  let tenants = 0;
  const close = async (apis: readonly PayrollApi[]) => {
    const defects = apis.flatMap(({ simulators }) => simulators.defects);
    await Promise.all(apis.map(({ simulators }) => simulators.close()));
    expect(defects).toEqual([]);
  };
  afterEach(() => close(own.splice(0)));
  afterAll(async () => close(shared === undefined ? [] : [await shared]));
  const started = async (api: PayrollApi) => {
    await api.logIn();
    return api;
  };
  return async (options) => {
    if (options === undefined) {
      shared ??= started(new PayrollApi());
      tenants += 1;
      return (await shared).of(`tenant-${tenants}`);
    }
    const api = new PayrollApi(options);
    own.push(api);
    return await started(api);
  };
}

/** Identity provider, payroll API and control plane in process, on a manual clock, with one client. */
export class PayrollApi {
  readonly simulators: Simulators;
  /** The tenant that calls are for, unless they name another. */
  readonly tenantId: string;
  #token = '';

  constructor(
    { progression = 'immediate', at = startOfTime, seed }: PayrollOptions = {},
    tenantId = 't1',
    simulators?: Simulators,
  ) {
    const data: SeedData | string = seed === undefined ? 'empty' : { payroll: seed };
    this.tenantId = tenantId;
    this.simulators =
      simulators ??
      createSimulators({
        simulators: [identitySimulator, payrollSimulator],
        sandbox: { clock: { mode: 'manual', at }, progression, seed: data, randomSeed: 'test' },
      });
    this.simulators.ownOrigins.add(origin);
  }

  /** The same API with the same token for another tenant. */
  of(tenantId: string): PayrollApi {
    const api = new PayrollApi({}, tenantId, this.simulators);
    api.#token = this.#token;
    return api;
  }

  /** Asks for a token, which all further calls carry. */
  async logIn(scope = 'understudy-stage:pd', clientId = 'demo-client', clientSecret = 'demo-secret'): Promise<void> {
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
    return (await this.send(`GET /pd/presigned_url?type=${type}`, { tenantId })).body;
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
    return (await this.send('GET /pd/status', { jobId, tenantId })).body;
  }

  /** Sends a call that starts a job. @returns the job's status body and its id */
  async run(call: string, body: unknown, tenantId = this.tenantId): Promise<Seen['body']> {
    const { jobId } = (await this.send(call, { body, tenantId })).body;
    return { jobId, ...(await this.status(jobId, tenantId)) };
  }

  /** Trains datasets. @returns the job's status body */
  train(...datasetIds: readonly string[]): Promise<Seen['body']> {
    return this.run('POST /pd/start_trainer', { datasetIds });
  }

  /** Predicts payslips of dataset `d1`. @returns the dataset's result and the job's id */
  async predict(payslips: readonly object[], more: object = {}): Promise<Seen['body']> {
    const { jobId } = await this.run('POST /pd/create_prediction', { datasets: [{ id: 'd1', payslips }], ...more });
    const answer = (await this.send('GET /pd/results', { jobId })).body;
    return { jobId, ...answer.datasetResults?.[0] };
  }

  /** Real-time prediction of payslips of dataset `d1`. @returns the dataset's result */
  async score(...payslips: readonly object[]): Promise<Seen['body']> {
    const body = { datasets: [{ id: 'd1', payslips }] };
    return (await this.send('POST /pd/real_time_prediction', { body })).body.datasetResults[0];
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
    const wanted = records.filter(
      (record) => record.collection === collection && record.partition === `payroll/demo-client/${this.tenantId}`,
    );
    return Object.fromEntries(wanted.map(({ key, value }) => [key, value]));
  }

  async #fetch(url: string, init: RequestInit): Promise<Seen> {
    const response = await this.simulators.fetch(url, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }
}
