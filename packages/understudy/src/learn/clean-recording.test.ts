import { secretEncodings } from '@understudy/contract/testing';
import { expect, it } from 'vitest';
import { cleanRecording } from './clean-recording.js';

const jwt = (text: string) =>
  `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: text })).toString('base64url')}.${text.padEnd(43, 'x')}`;

interface Place {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Where clients send a secret. */
const places: Readonly<Record<string, (secret: string) => Place>> = {
  bearer: (secret) => ({ headers: { authorization: `Bearer ${secret}` } }),
  basic: (secret) => ({ headers: { authorization: `Basic ${Buffer.from(`user:${secret}`).toString('base64')}` } }),
  'key in a header': (secret) => ({ headers: { 'x-api-key': secret } }),
  'token in a header': (secret) => ({ headers: { 'x-auth-token': secret } }),
  cookie: (secret) => ({ headers: { cookie: `theme=dark; session=${secret}` } }),
  'query, snake': (secret) => ({ url: `?access_token=${encodeURIComponent(secret)}` }),
  'query, camel': (secret) => ({ url: `?apiKey=${encodeURIComponent(secret)}` }),
  'query, signature': (secret) => ({ url: `?X-Amz-Signature=${encodeURIComponent(secret)}` }),
  'user of a URL': (secret) => ({
    body: JSON.stringify({ link: `https://user:${encodeURIComponent(secret)}@b.test/` }),
  }),
  form: (secret) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ grant_type: 'client_credentials', client_secret: secret })),
  }),
  'member, camel': (secret) => ({ body: JSON.stringify({ clientSecret: secret }) }),
  'member, snake': (secret) => ({ body: JSON.stringify({ a: [{ refresh_token: secret }] }) }),
  'member, kebab': (secret) => ({ body: JSON.stringify({ 'private-key': secret }) }),
  password: (secret) => ({ body: JSON.stringify({ user: { password: secret } }) }),
  'JSON in a text': (secret) => ({ body: JSON.stringify({ payload: JSON.stringify({ apiKey: secret }) }) }),
  'signed token': (secret) => ({ body: JSON.stringify({ note: `use ${jwt(secret)}` }) }),
  PEM: (secret) => ({
    body: JSON.stringify({
      file: `-----BEGIN PRIVATE KEY-----\n${Buffer.from(secret.repeat(4)).toString('base64')}\n-----END PRIVATE KEY-----`,
    }),
  }),
  multipart: (secret) => ({
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `--b\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\n${secret}\r\n--b--\r\n`,
  }),
  'base64 member': (secret) => ({ body: JSON.stringify({ secret: Buffer.from(secret).toString('base64') }) }),
  'repeated elsewhere': (secret) => ({
    headers: { 'x-api-key': secret },
    body: JSON.stringify({ note: `key ${secret}` }),
  }),
};

it('leaves none of 200 secrets in any notation', () => {
  const planted = Object.entries(places).flatMap(([place, put], row) =>
    Array.from({ length: 10 }, (_none, index) => ({
      place,
      put,
      secret: `Zq${row}x${index}Kw7rT${(row * 10 + index) * 7919}pLm9v`,
    })),
  );
  const entries = planted.map(({ put, secret }) => {
    const { url = '', headers = {}, body } = put(secret);
    return {
      ...{ method: 'POST', url: `https://a.test/things${url}`, status: 200, responseHeaders: {} },
      requestHeaders: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { requestBody: Buffer.from(body) }),
    };
  });
  const told = cleanRecording(entries.map((each, index) => ({ ...each, index })))
    .map(({ requestBody = [], ...rest }) => JSON.stringify(rest) + Buffer.from(requestBody).toString('utf8'))
    .join('\n');
  const leaked = planted.flatMap(({ place, secret }) =>
    [
      ...Object.values(secretEncodings).map((encode) => encode(secret)),
      Buffer.from(secret).toString('base64').slice(0, 20),
    ].some((form) => told.includes(form))
      ? [place]
      : [],
  );
  expect(planted).toHaveLength(200);
  expect([...new Set(leaked)]).toEqual([]);
});
