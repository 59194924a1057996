import { ApiDriver, type DriverOptions, type SeenResponse, useDrivers } from '@understudy/server/testing';
import { identitySimulator } from '@understudy/simulator-identity';
import { expect } from 'vitest';
import { rosteringSimulator } from '../rostering-simulator.js';

export { type SeenResponse, testOrigin, testStartInstant } from '@understudy/server/testing';

interface RosteringOptions extends Omit<DriverOptions, 'seed'> {
  /** The rostering API's section of the seed. */
  readonly seed?: unknown;
}

/** Call it at the top of a test file. It returns a function that starts an API and a client with a token. */
export function useRosteringApi(): (options?: RosteringOptions) => Promise<RosteringApi> {
  const own = useDrivers();
  return async (options) => {
    const api = own(new RosteringApi(options));
    api.token = await api.logIn();
    return api;
  };
}

/** In-process identity provider, rostering API and control plane, with one client that has a token. */
export class RosteringApi extends ApiDriver {
  token = '';

  constructor({ seed, ...options }: RosteringOptions = {}) {
    super([identitySimulator, rosteringSimulator], {
      ...options,
      ...(seed === undefined ? {} : { seed: { rostering: seed } }),
    });
  }

  /** @returns an access token */
  logIn(scope = 'automatic-rostering-stage', client?: string, secret?: string, prefix?: string): Promise<string> {
    return this.askForToken(scope, client, secret, prefix);
  }

  /** Sends a call with token, customer, user and JSON. An `undefined` header is omitted. */
  send(
    call: string,
    body?: unknown,
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Promise<SeenResponse> {
    const usual = {
      authorization: `Bearer ${this.token}`,
      CUSTOMER_ID: 'acme',
      USER_ID: 'planner',
      'content-type': body === undefined ? undefined : 'application/json',
    };
    return this.call(call, { body: inBytes(body), headers: { ...usual, ...headers } });
  }

  /** Starts a job. @returns its id */
  async start(definition: unknown, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const { status, body, text } = await this.send('POST /jobs', definition, headers);
    expect([status, text]).toEqual([202, expect.any(String)]);
    return body.jobId;
  }

  async status(jobId: string): Promise<SeenResponse['body']> {
    return (await this.send(`GET /jobs/${jobId}`)).body;
  }

  async result(jobId: string, query = ''): Promise<SeenResponse['body']> {
    const { status, body, text } = await this.send(`GET /jobs/${jobId}/result${query}`);
    expect([status, text]).toEqual([200, expect.any(String)]);
    return body;
  }

  /** Starts a job and lets it finish. @returns its full result */
  async solve(definition: unknown): Promise<SeenResponse['body']> {
    return await this.result(await this.start(definition));
  }
}

/** Encodes the body as bytes, so that `fetch` does not infer a content type from a string. */
function inBytes(body: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
