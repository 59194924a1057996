import { startInstant } from '@understudy/contract';
import { createSimulators, type SeedData, type Simulators } from '@understudy/kernel';
import { identitySimulator } from '@understudy/simulator-identity';
import { afterEach, expect } from 'vitest';
import { rosteringSimulator } from '../rostering-simulator.js';

export const origin = 'http://understudy.local';
export const startOfTime = startInstant;

export interface RosteringOptions {
  readonly progression?: string;
  readonly clock?: 'manual' | 'real';
  /** The rostering API's part of the seed. */
  readonly seed?: unknown;
}

/** An answer in full. `body`: parsed JSON, or nothing. */
export interface Seen {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly text: string;
  readonly headers: Headers;
}

/** To be called at the top of a test file: gives a function that starts an API; none may have met a defect of ours. */
export function rosteringApis(): (options?: RosteringOptions) => Promise<RosteringApi> {
  const open: RosteringApi[] = [];
  afterEach(async () => {
    const apis = open.splice(0);
    const defects = apis.flatMap(({ simulators }) => simulators.defects);
    await Promise.all(apis.map(({ simulators }) => simulators.close()));
    expect(defects).toEqual([]);
  });
  return async (options) => {
    const api = new RosteringApi(options);
    open.push(api);
    api.token = await api.logIn();
    return api;
  };
}

/** Identity provider, rostering API and control plane in process, with one client that has a token. */
export class RosteringApi {
  readonly simulators: Simulators;
  token = '';

  constructor({ progression = 'immediate', clock = 'manual', seed }: RosteringOptions = {}) {
    const data: SeedData | string = seed === undefined ? 'empty' : { rostering: seed };
    this.simulators = createSimulators({
      simulators: [identitySimulator, rosteringSimulator],
      sandbox: {
        clock: clock === 'manual' ? { mode: clock, at: startOfTime } : { mode: clock },
        progression,
        seed: data,
        randomSeed: 'test',
      },
    });
  }

  /** @returns an access token */
  async logIn(scope = 'automatic-rostering-stage', client = 'demo-client', secret = 'demo-secret', prefix = '') {
    const form = { grant_type: 'client_credentials', client_id: client, client_secret: secret, scope };
    const answer = await this.fetch(`POST ${prefix}/connect/token`, {}, new URLSearchParams(form).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    return String(answer.body.access_token);
  }

  /** Sends a call with token, customer, user and JSON; a header given as `undefined` is left out. */
  send(call: string, body?: unknown, headers: Readonly<Record<string, string | undefined>> = {}): Promise<Seen> {
    const usual = {
      authorization: `Bearer ${this.token}`,
      CUSTOMER_ID: 'acme',
      USER_ID: 'planner',
      'content-type': body === undefined ? undefined : 'application/json',
    };
    return this.fetch(call, usual, typeof body === 'string' ? body : JSON.stringify(body), headers);
  }

  control(call: string, body?: unknown): Promise<Seen> {
    return this.fetch(call, { 'content-type': 'application/json' }, JSON.stringify(body), {});
  }

  advance(by: string): Promise<Seen> {
    return this.control('POST /_sim/clock/advance', { by });
  }

  /** Starts a job. @returns its id */
  async start(definition: unknown, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const { status, body, text } = await this.send('POST /jobs', definition, headers);
    expect([status, text]).toEqual([202, expect.any(String)]);
    return body.jobId;
  }

  async status(jobId: string): Promise<Seen['body']> {
    return (await this.send(`GET /jobs/${jobId}`)).body;
  }

  async result(jobId: string, query = ''): Promise<Seen['body']> {
    const { status, body, text } = await this.send(`GET /jobs/${jobId}/result${query}`);
    expect([status, text]).toEqual([200, expect.any(String)]);
    return body;
  }

  /** Starts a job and lets it finish. @returns its full result */
  async solve(definition: unknown): Promise<Seen['body']> {
    return await this.result(await this.start(definition));
  }

  async fetch(
    call: string,
    usual: Readonly<Record<string, string | undefined>>,
    body: string | undefined,
    changed: Readonly<Record<string, string | undefined>>,
  ): Promise<Seen> {
    const [method = 'GET', path = '/'] = call.split(' ');
    const headers = new Headers();
    for (const [name, value] of Object.entries({ ...usual, ...changed })) {
      if (value !== undefined) headers.set(name, value);
    }
    const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body) };
    const response = await this.simulators.fetch(`${origin}${path}`, { method, headers, ...bytes });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson ? JSON.parse(text) : undefined, text, headers: response.headers };
  }
}
