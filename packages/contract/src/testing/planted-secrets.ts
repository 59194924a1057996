import { secretEncodings } from './encodings.js';

const toBase64 = (text: string) => Buffer.from(text).toString('base64');
const jwt = (text: string) =>
  `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: text })).toString('base64url')}.${text.padEnd(43, 'x')}`;

interface Place {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Creates one place per name. */
function inEach(
  names: readonly string[],
  kind: string,
  place: (name: string, secret: string) => Place,
): Record<string, (secret: string) => Place> {
  return Object.fromEntries(names.map((name) => [`${kind} ${name}`, (secret: string) => place(name, secret)]));
}

const places: Readonly<Record<string, (secret: string) => Place>> = {
  bearer: (secret) => ({ headers: { authorization: `Bearer ${secret}` } }),
  basic: (secret) => ({ headers: { authorization: `Basic ${toBase64(`user:${secret}`)}` } }),
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
      file: `-----BEGIN PRIVATE KEY-----\n${toBase64(secret.repeat(4))}\n-----END PRIVATE KEY-----`,
    }),
  }),
  multipart: (secret) => ({
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `--b\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\n${secret}\r\n--b--\r\n`,
  }),
  'base64 member': (secret) => ({ body: JSON.stringify({ secret: toBase64(secret) }) }),
  ...inEach(
    ['PRIVATE-TOKEN', 'X-Vault-Token', 'Circle-Token', 'X-Api-Token', 'X-Auth', 'X-Account-Password'],
    'header',
    (name, secret) => ({ headers: { [name]: secret } }),
  ),
  ...inEach(
    [
      ...['api_token', 'private_token', 'reset_token', 'pwd', 'code_verifier', 'device_code', 'authKey', 'newPassword'],
      ...['userSecret', 'x-api-key', 'APIKey', 'auth', 'loginToken', 'session_key', 'credentials', 'old_passwd'],
    ],
    'member',
    (name, secret) => ({ body: JSON.stringify({ user: { [name]: secret } }) }),
  ),
  ...inEach(['user[password]', 'reset_token', 'user.pwd', 'api-token'], 'form', (name, secret) => ({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ a: '1', [name]: secret })),
  })),
  ...inEach(['value', 'key', 'raw'], 'object', (name, secret) => ({ body: `{"token":{"${name}":"${secret}"}}` })),
  list: (secret) => ({ body: JSON.stringify({ refresh_tokens: [secret] }) }),
  pair: (secret) => ({ body: JSON.stringify([{ name: 'api_token', value: secret }]) }),
  ...inEach(
    [
      'ghp_',
      'github_pat_',
      'sk_live_',
      'rk_test_',
      'xoxb-1-',
      'glpat-',
      'sk-proj-',
      'npm_a1234567890',
      'hvs.',
      'shpat_',
    ],
    'prefix',
    (prefix, secret) => ({ body: JSON.stringify({ note: `see ${prefix}${secret}` }) }),
  ),
  'prefix in capitals': (secret) => ({ body: `{"note":"AKIA${'ABCD'.repeat(4)}","token":"${secret}"}` }),
  'unsigned token': (secret) => ({
    body: JSON.stringify({ note: `eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0${toBase64(secret).replace(/=+$/, '')}.` }),
  }),
  'line of a log': (secret) => ({
    headers: { 'content-type': 'text/plain' },
    body: `GET /a\nPRIVATE-TOKEN: ${secret}\nHost: a\n`,
  }),
  'line of settings': (secret) => ({ headers: { 'content-type': 'text/plain' }, body: `A=1\nDB_PASSWORD=${secret}\n` }),
  'repeated elsewhere': (secret) => ({
    headers: { 'x-api-key': secret },
    body: JSON.stringify({ note: `key ${secret}` }),
  }),
};

/** A request with a secret. Its body is JSON unless its headers have another type. */
export interface PlantedRequest {
  readonly place: string;
  /** The query, or an empty string. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export class PlantedSecrets {
  readonly #planted: { readonly place: string; readonly forms: readonly string[] }[] = [];

  add(place: string): string {
    const row = this.#planted.length;
    const secret = `Zq${row}xKw7rT${(row + 1) * 7919}pLm9v`;
    const encoded = Object.values(secretEncodings).map((encode) => encode(secret));
    this.#planted.push({ place, forms: [secret, ...encoded, toBase64(secret).slice(0, 20)] });
    return secret;
  }

  requests(perPlace: number): PlantedRequest[] {
    return Object.entries(places).flatMap(([place, put]) =>
      Array.from({ length: perPlace }, () => {
        const { url = '', headers, body = '' } = put(this.add(place));
        return { place, url, headers: { 'content-type': 'application/json', ...headers }, body };
      }),
    );
  }

  /** Lists the places whose secrets a string contains in any encoding. */
  leaks(text: string): string[] {
    // Searching for each form in the whole text would take minutes.
    const starts = new Set(Array.from({ length: text.length }, (_, at) => text.slice(at, at + 8)));
    const leaked = this.#planted.filter(({ forms }) =>
      forms.some((form) => starts.has(form.slice(0, 8)) && text.includes(form)),
    );
    return [...new Set(leaked.map(({ place }) => place))];
  }
}
