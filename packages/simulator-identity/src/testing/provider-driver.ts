import { createHash } from 'node:crypto';
import { createSimulators, type Simulators } from '@understudy/server';
import { expect } from 'vitest';
import { identitySimulator } from '../identity-simulator.js';

export const providerOrigin = 'http://understudy.local';
export const callbackUrl = 'http://localhost:5173/callback';
export const codeVerifier = 'a-verifier-of-at-least-forty-three-characters-0';
export const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');

type Fields = Readonly<Record<string, string>>;
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Reply = { readonly status: number; readonly headers: Headers; readonly text: string; readonly body: any };

export const defaultAuthorizationRequest = {
  client_id: 'demo-client',
  redirect_uri: callbackUrl,
  response_type: 'code',
  scope: 'openid profile email offline_access',
  state: 's1',
  nonce: 'n1',
  code_challenge: codeChallenge,
  code_challenge_method: 'S256',
};

/** An in-process provider on a manual clock, with a browser that stores the provider's cookie. */
export class ProviderDriver {
  readonly simulators: Simulators;
  readonly base: string;
  cookie: string | undefined = undefined;

  constructor(simulators = start(), base = providerOrigin) {
    this.simulators = simulators;
    this.base = base;
  }

  async send(method: string, path: string, { form, headers = {}, json }: Sent = {}): Promise<Reply> {
    const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json);
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const init = { method, headers: { ...type, ...headers }, redirect: 'manual' as const, ...(body ? { body } : {}) };
    const response = await this.simulators.fetch(path.startsWith('http') ? path : `${this.base}${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
  }

  /** Sends a request as a browser, with its cookie. */
  async browse(method: string, path: string, form?: Fields): Promise<Reply> {
    const headers = this.cookie === undefined ? {} : { cookie: this.cookie };
    const reply = await this.send(method, path, { headers, ...(form === undefined ? {} : { form }) });
    this.cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? this.cookie;
    return reply;
  }

  authorize(change: Readonly<Record<string, string | undefined>> = {}): Promise<Reply> {
    return this.browse('GET', `/oidc/authorize?${toQuery({ ...defaultAuthorizationRequest, ...change })}`);
  }

  click(page: Reply, fields: Fields, path = '/oidc/login'): Promise<Reply> {
    return this.browse('POST', path, { ...readHiddenFields(page), ...fields });
  }

  /** Signs in as a user. @returns the parameters sent back to the client */
  async signIn(user = 'ada', change: Readonly<Record<string, string | undefined>> = {}): Promise<URLSearchParams> {
    const page = await this.authorize(change);
    const reply = page.status === 303 ? page : await this.click(page, { user });
    return readRedirectParameters(reply);
  }

  token(form: Fields, headers: Fields = {}): Promise<Reply> {
    return this.send('POST', '/oidc/token', { form: { client_id: 'demo-client', ...form }, headers });
  }

  exchange(code: string | null, change: Fields = {}): Promise<Reply> {
    const form = {
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: callbackUrl,
      code_verifier: codeVerifier,
    };
    return this.token({ ...form, ...change });
  }

  refresh(refreshToken: string, change: Fields = {}): Promise<Reply> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...change });
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async tokens(change: Readonly<Record<string, string | undefined>> = {}): Promise<any> {
    const reply = await this.exchange((await this.signIn('ada', change)).get('code'));
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
    return reply.body;
  }

  userInfo(token: string): Promise<Reply> {
    return this.send('GET', '/oidc/userinfo', { headers: { authorization: `Bearer ${token}` } });
  }

  introspect(token: string): Promise<Reply> {
    const form = { client_id: 'demo-client', client_secret: 'demo-secret', token };
    return this.send('POST', '/oidc/introspect', { form });
  }

  act(action: string, json: object): Promise<Reply> {
    return this.send('POST', `/_sim/actions/identity/${action}`, { json });
  }

  set(identity: object): Promise<Reply> {
    return this.send('PATCH', '/_sim/settings', { json: { apis: { identity } } });
  }

  advance(by: string): Promise<Reply> {
    return this.send('POST', '/_sim/clock/advance', { json: { by } });
  }

  async close(): Promise<void> {
    await this.simulators.close();
    expect(this.simulators.defects).toEqual([]);
  }
}

interface Sent {
  readonly form?: Fields;
  readonly headers?: Fields;
  readonly json?: object;
}

export function readHiddenFields({ text }: Reply): Record<string, string> {
  const [first = ''] = /<form[\s\S]*?<\/form>/.exec(text) ?? [];
  const fields = [...first.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, unescaped(value)]));
}

export function readRedirectParameters({ status, headers, text }: Reply): URLSearchParams {
  expect([status, text]).toEqual([303, '']);
  const location = new URL(headers.get('location') ?? '');
  return location.hash === '' ? location.searchParams : new URLSearchParams(location.hash.slice(1));
}

export function toQuery(fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return String(new URLSearchParams(given));
}

function unescaped(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));
}

function start(): Simulators {
  return createSimulators({
    simulators: [identitySimulator],
    sandbox: {
      clock: { mode: 'manual', at: '2026-01-15T09:00:00.000Z' },
      progression: 'immediate',
      seed: 'empty',
      randomSeed: 'test',
    },
  });
}
