import { createRedactor, type HarEntry } from '@understudy/conformance';
import { Anonymizer } from '@understudy/learning';

/** A signed token (RFC 7519). */
const signedToken = /(?<![\w-])eyJ[\w-]{6,}\.eyJ[\w-]+\.[\w-]{16,}/g;

/** Media types of text bodies. Other bodies are files, which are ignored. */
const textType = /json|text|xml|form|^$/;

/**
 * Replaces secrets and personal data in recorded entries. The same value has the same replacement everywhere.
 *
 * @param keep names of members whose personal data is not replaced
 * @param redact names whose values are secrets, in addition to the known ones
 */
export function cleanRecording(
  entries: readonly HarEntry[],
  keep: readonly string[] = [],
  redact: readonly string[] = [],
): HarEntry[] {
  const secrets = createRedactor([], { names: redact, isNumbered: true });
  /** The claims that determine access, by token replacement. */
  const signed = new Map<string, string>();
  const people = new Anonymizer(keep);
  const withoutSecrets = (text: string): string => {
    for (const [token] of text.matchAll(signedToken)) signed.set(secrets.text(token), claimsOf(token));
    return secrets.text(text);
  };
  const marked = (text: string): string =>
    text.replace(/redacted-\d+(?!\d|\.jwt)/g, (name) => (signed.has(name) ? `${name}.jwt.${signed.get(name)}` : name));
  const headers = (given: Record<string, string>): Record<string, string> => {
    for (const value of Object.values(given)) withoutSecrets(value);
    return secrets.headers(given);
  };
  const body = (bytes: Uint8Array | undefined, type: string | undefined, change: (text: string) => string) =>
    bytes === undefined || !textType.test(type ?? '')
      ? undefined
      : Buffer.from(change(plainText(Buffer.from(bytes).toString('utf8'))));
  const bodies = (entry: HarEntry, change: (text: string) => string): HarEntry => {
    const { requestBody, responseBody, ...rest } = entry;
    const sent = body(requestBody, entry.requestHeaders['content-type'], change);
    const answered = body(responseBody, entry.responseHeaders['content-type'], change);
    return {
      ...rest,
      ...(sent === undefined ? {} : { requestBody: sent }),
      ...(answered === undefined ? {} : { responseBody: answered }),
    };
  };
  // Runs twice, because a secret can occur in an unmarked place before it occurs in one that is recognized by name.
  const pass = (entry: HarEntry): HarEntry =>
    bodies(
      {
        ...entry,
        url: withoutSecrets(entry.url),
        requestHeaders: headers(entry.requestHeaders),
        responseHeaders: headers(entry.responseHeaders),
      },
      withoutSecrets,
    );
  for (const entry of entries) {
    const { method, url, requestBody, responseBody } = entry;
    secrets.issued({ method, url, requestBody: textOf(requestBody), responseBody: textOf(responseBody) });
    pass(entry);
  }
  const safe = entries.map(pass).map((entry) => bodies(entry, marked));
  for (const { url, requestHeaders, responseHeaders, requestBody, responseBody } of safe) {
    const path = URL.canParse(url) ? new URL(url).pathname.split('/').reverse() : [];
    const around = path.find((part) => /^[a-z-]+$/i.test(part));
    if (URL.canParse(url)) people.learnPath(new URL(url).pathname);
    for (const text of [url, JSON.stringify(requestHeaders), JSON.stringify(responseHeaders)]) people.learn(text);
    for (const bytes of [requestBody, responseBody]) people.learn(textOf(bytes), around);
  }
  const everywhere = (text: string): string => people.text(marked(text));
  const each = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, everywhere(value)]));
  return safe.map((entry) =>
    bodies(
      {
        ...entry,
        url: everywhere(entry.url),
        requestHeaders: each(entry.requestHeaders),
        responseHeaders: each(entry.responseHeaders),
      },
      everywhere,
    ),
  );
}

/** Returns a text whose letters are not escaped as in JSON or XML, because escapes can hide a name. */
function plainText(text: string): string {
  return text.replace(/(?<!\\)\\+u([0-9a-f]{4})|&#x([0-9a-f]{1,5});|&#(\d{1,6});/gi, (found, json, hex, decimal) => {
    const letter = String.fromCodePoint(decimal === undefined ? Number.parseInt(json ?? hex, 16) : Number(decimal));
    return /[\p{L}\p{M}@]/u.test(letter) ? letter : found;
  });
}

function claimsOf(token: string): string {
  try {
    const { iss, aud, scope, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return Buffer.from(JSON.stringify({ iss, aud, scope, exp })).toString('base64url');
  } catch {
    return 'e30';
  }
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes).toString('utf8');
}
