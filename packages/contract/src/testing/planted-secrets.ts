import { secretEncodings } from './encodings.js';

const toBase64 = (text: string) => Buffer.from(text).toString('base64');
const jwt = (text: string) =>
  `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from(JSON.stringify({ sub: text })).toString('base64url')}.${text.padEnd(43, 'x')}`;

interface Place {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
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
  'repeated elsewhere': (secret) => ({
    headers: { 'x-api-key': secret },
    body: JSON.stringify({ note: `key ${secret}` }),
  }),
};

/** A request with a secret. Its body is JSON unless its headers have another type. */
export interface PlantedRequest {
  readonly place: string;
  /** The query, or an empty text. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export class PlantedSecrets {
  readonly #places = new Map<string, string>();

  add(place: string): string {
    const row = this.#places.size;
    const secret = `Zq${row}xKw7rT${(row + 1) * 7919}pLm9v`;
    this.#places.set(secret, place);
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

  /** Lists the places whose secrets a text contains in any encoding. */
  leaks(text: string): string[] {
    // Searching for each form in the whole text would take minutes.
    const starts = new Set(Array.from({ length: text.length }, (_, at) => text.slice(at, at + 8)));
    const leaked = [...this.#places].filter(([secret]) =>
      [secret, ...Object.values(secretEncodings).map((encode) => encode(secret)), toBase64(secret).slice(0, 20)].some(
        (form) => starts.has(form.slice(0, 8)) && text.includes(form),
      ),
    );
    return [...new Set(leaked.map(([, place]) => place))];
  }
}
