import { createRedactor, type HarEntry, type Redactor } from '@understudy/conformance';
import { isObject, parseJson, stringifyJson } from '@understudy/contract';
import { Anonymizer, readJson } from '@understudy/learning';
import { UsageError } from '../usage-error.js';

/** A signed token (RFC 7519). */
const signedToken = /(?<![\w-])eyJ[\w-]{6,}\.eyJ[\w-]+\.[\w-]{16,}/g;

/** Media types of text bodies. Other bodies are files, which are ignored. */
const textType = /json|text|xml|form|^$/;

interface CleaningOptions {
  /** Names of members whose personal data is not replaced. */
  readonly keep?: readonly string[];
  /** Names whose values are secrets, in addition to the known ones. */
  readonly redact?: readonly string[];
}

/** An original value of the recording that a written file still contains. */
interface RemainingOriginal {
  readonly file: string;
  readonly line: number;
  /** A description of the value, such as `a secret` or `email "ad…"`. */
  readonly what: string;
}

/** Maximum number of places in the message. */
const mostListed = 20;

/** Replaces secrets and personal data in a recording. Equal values get equal replacements. */
export class RecordingCleaner {
  readonly #secrets: Redactor;
  readonly #people: Anonymizer;
  /** The access claims of signed tokens, by the replacement of the token. */
  readonly #signed = new Map<string, string>();

  constructor({ keep, redact = [] }: CleaningOptions = {}) {
    this.#secrets = createRedactor([], { names: redact, isNumbered: true });
    this.#people = new Anonymizer(keep);
  }

  clean(entries: readonly HarEntry[]): HarEntry[] {
    // Redacts twice, because a secret can occur in an unmarked place before its name identifies it in another.
    for (const entry of entries) {
      const { method, url, requestBody, responseBody } = entry;
      this.#secrets.issued({ method, url, requestBody: textOf(requestBody), responseBody: textOf(responseBody) });
      this.#withoutSecrets(entry);
    }
    const safe = entries
      .map((entry) => this.#withoutSecrets(entry))
      .map((entry) => mapBodies(entry, (text) => this.#marked(text)));
    const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : '');
    this.#people.learnPaths(safe.map(({ url }) => pathOf(url)));
    for (const { url, requestHeaders, responseHeaders, requestBody, responseBody } of safe) {
      const pathname = pathOf(url);
      const around = pathname
        .split('/')
        .reverse()
        .find((part) => /^[a-z-]+$/i.test(part));
      for (const text of [url, stringifyJson(requestHeaders), stringifyJson(responseHeaders)]) this.#people.learn(text);
      for (const bytes of [requestBody, responseBody]) this.#people.learn(textOf(bytes), around);
    }
    const clean = (text: string): string => this.text(text);
    return safe.map((entry) => mapBodies(mapHead(entry, clean), clean));
  }

  /** Returns a string from the recording, with its personal data replaced. */
  text(text: string): string {
    return this.#people.text(this.#marked(text));
  }

  /** Finds original values that files still contain. @param files contents by path */
  remaining(files: ReadonlyMap<string, string>): RemainingOriginal[] {
    return [...files].flatMap(([file, content]) => {
      const lines = [file, ...content.split('\n')];
      const hasSecret = this.#secrets.contains(content) || this.#secrets.contains(file);
      return lines.flatMap((text, line) => [
        ...(hasSecret && this.#secrets.contains(text) ? [{ file, line, what: 'a secret' }] : []),
        ...this.#people
          .remaining(text)
          .map(({ found, name }) => ({ ...{ file, line, what: `${name} "${found.slice(0, 2)}…"` } })),
      ]);
    });
  }

  #withoutSecrets(entry: HarEntry): HarEntry {
    const { url, requestHeaders, responseHeaders } = entry;
    const headers = (given: Record<string, string>): Record<string, string> => {
      for (const value of Object.values(given)) this.#secretText(value);
      return this.#secrets.headers(given);
    };
    const head = {
      url: this.#secretText(url),
      requestHeaders: headers(requestHeaders),
      responseHeaders: headers(responseHeaders),
    };
    return mapBodies({ ...entry, ...head }, (text) => this.#secretText(text));
  }

  #secretText(text: string): string {
    for (const [token] of text.matchAll(signedToken)) this.#signed.set(this.#secrets.text(token), claimsOf(token));
    return this.#secrets.text(text);
  }

  #marked(text: string): string {
    return text.replace(/redacted-\d+(?!\d|\.jwt)/g, (name) =>
      this.#signed.has(name) ? `${name}.jwt.${this.#signed.get(name)}` : name,
    );
  }
}

function mapHead(entry: HarEntry, change: (text: string) => string): HarEntry {
  const each = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, change(value)]));
  const { url, requestHeaders, responseHeaders } = entry;
  return { ...entry, url: change(url), requestHeaders: each(requestHeaders), responseHeaders: each(responseHeaders) };
}

/** Changes text and JSON bodies of an entry, and omits all other bodies. */
function mapBodies(entry: HarEntry, change: (text: string) => string): HarEntry {
  const body = (bytes: Uint8Array | undefined, type = '') =>
    bytes === undefined || !(textType.test(type) || isObject(readJson(textOf(bytes))))
      ? undefined
      : Buffer.from(change(plainText(textOf(bytes))));
  const { requestBody, responseBody, ...rest } = entry;
  const sent = body(requestBody, entry.requestHeaders['content-type']);
  const answered = body(responseBody, entry.responseHeaders['content-type']);
  return {
    ...rest,
    ...(sent === undefined ? {} : { requestBody: sent }),
    ...(answered === undefined ? {} : { responseBody: answered }),
  };
}

/** Unescapes letters that JSON or XML escapes, because escapes can hide a name. */
function plainText(text: string): string {
  return text.replace(/(?<!\\)\\+u([0-9a-f]{4})|&#x([0-9a-f]{1,5});|&#(\d{1,6});/gi, (found, json, hex, decimal) => {
    const letter = String.fromCodePoint(decimal === undefined ? Number.parseInt(json ?? hex, 16) : Number(decimal));
    return /[\p{L}\p{M}@]/u.test(letter) ? letter : found;
  });
}

function claimsOf(token: string): string {
  try {
    const { iss, aud, scope, exp }: Record<string, unknown> = parseJson(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
    );
    return Buffer.from(stringifyJson({ iss, aud, scope, exp })).toString('base64url');
  } catch {
    return 'e30';
  }
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes).toString('utf8');
}

/**
 * Checks files before they are written for secrets and personal data from a recording.
 *
 * @param files contents by path
 * @throws UsageError if any remain
 */
export function refuseOriginals(cleaner: RecordingCleaner, files: ReadonlyMap<string, string>): void {
  const left = cleaner.remaining(files);
  if (left.length === 0) return;
  const places = left.slice(0, mostListed).map(({ file, line, what }) => `  ${file}:${line}: ${what}`);
  throw new UsageError(
    [
      `Nothing was written: the files would contain ${left.length} originals of the recording.`,
      ...places,
      ...(left.length > mostListed ? [`  and ${left.length - mostListed} more`] : []),
      'Pass the member of a secret to --redact, and a member whose values are not personal to --keep.',
    ].join('\n'),
  );
}
