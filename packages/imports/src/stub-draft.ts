import { isSecretParameter, redactedText } from '@understudy/contract';
import type { ForeignObject } from './foreign-object.js';
import { dropServerHeaders, type StubMatch } from './imported.js';

/** The limit of the control plane. */
const longestResponse = 250_000;

/** Returns the bytes of a file that a stub refers to, or undefined if the import does not contain it. */
export type BodyFileReader = (name: string) => Uint8Array | undefined;

/**
 * A stub under construction. It is omitted if one of its parts cannot be expressed as a rule, because it would match
 * too many requests.
 */
export class StubDraft {
  readonly match: StubMatch = { path: '*', query: {}, headers: {} };
  readonly headers: Record<string, string> = {};
  effect: Record<string, unknown> = {};
  #isRefused = false;

  /** @param name the method and path, or a title */
  constructor(
    readonly source: ForeignObject,
    readonly name: string,
  ) {}

  /** Reports why the stub is omitted. */
  refuse(why: string): undefined {
    this.#isRefused = true;
    this.source.omit(`${this.name}: ${why}; the stub is left out`);
  }

  /** Omits the stub if it has matchers that were not read. */
  endOf(request: ForeignObject): void {
    request.end((field) => this.refuse(`the matcher ${field} is not supported`));
  }

  method(name: string): void {
    if (/^(GET|POST|PUT|PATCH|DELETE)$/i.test(name)) this.match.method = name.toUpperCase();
    else if (!/^(any|all|)$/i.test(name)) this.refuse(`a rule cannot match the method ${name}`);
  }

  /** Converts a regular expression to a wildcard. Reports wildcards that match more. @param name of the value */
  pattern(source: string, at: ForeignObject, name = at.place.split('.').at(-1) ?? ''): string | undefined {
    const found = toWildcard(source);
    const short = isSecretParameter(name) || /\.cookies\.[^.]*$/.test(at.place) ? redactedText : source.slice(0, 100);
    if (found === undefined) return this.refuse(`the regular expression ${short} cannot be expressed with wildcards`);
    if (!found.isExact) at.omit(`the regular expression ${short} is replaced by ${found.pattern}, which matches more`);
    return found.pattern;
  }

  /** Sets the path and query, given as text or a pattern. */
  address(path: string): void {
    const [plain = '', search = ''] = path.split(/\?(.*)/s);
    this.match.path = /^[/*]/.test(plain) ? plain : `/${plain}`;
    for (const [name, value] of new URLSearchParams(search)) this.match.query[name] = value;
  }

  /** Sets the response body, unless it is a template that only the source tool can fill. */
  text(given: string, hasTemplates: boolean): void {
    const body = given.slice(0, longestResponse);
    if (body.length < given.length) this.refuse('its response is too long for a rule');
    // Many stubs can share a response.
    if (!this.source.into.budget.admits('characters of bodies', body.length)) this.refuse('all bodies are too large');
    const helper = hasTemplates ? /\{\{\{?[#/]?\s*([\w.@[\]-]+)/.exec(body)?.[1] : undefined;
    if (helper !== undefined) this.refuse(`the template helper "${helper}" is not supported`);
    this.effect['body'] = body;
  }

  /** Sets the response body to a file's content. */
  file(name: string, files: BodyFileReader, hasTemplates: boolean): void {
    const bytes = files(name);
    if (bytes === undefined) this.refuse(`the file ${name.slice(0, 100)} is outside the imported folder`);
    const shown = bytes?.subarray(0, longestResponse + 1);
    this.text(new TextDecoder().decode(shown), hasTemplates);
    this.effect['base64'] = Buffer.from(shown ?? []).toString('base64');
    delete this.effect['body'];
  }

  delay(milliseconds: number | undefined): void {
    if (milliseconds) this.effect['delay'] = { fixed: `PT${milliseconds / 1000}S` };
  }

  /** Adds the stub with its priority and number of uses. */
  add({ priority = 0, times }: { priority?: number; times?: number | undefined } = {}): void {
    if (this.#isRefused) return;
    const { match, name, source } = this;
    const sent = dropServerHeaders(this.headers);
    const headers = Object.keys(sent).length === 0 || 'reset' in this.effect ? {} : { headers: sent };
    const effect = { ...this.effect, ...headers };
    source.into.budget.spend('requests and stubs', 1, source.place);
    source.into.stubs.push({ place: source.place, name, priority, match, effect, ...(times ? { times } : {}) });
  }
}

const repeats = '(?:[*+?]\\??|\\{\\d{0,4}(?:,\\d{0,4})?\\}\\??)';
const token = new RegExp(
  `(\\.\\*\\??)|((?:\\[(?:[^\\]\\\\]|\\\\.)*\\]|\\\\[dwsDWS]|\\.)${repeats}?)|\\\\([^A-Za-z0-9])|(\\((?:\\?:|\\?<\\w+>)?[^()|]*\\)${repeats}?)|([^\\\\()|^$*+?{}[\\].])|([\\s\\S])`,
  'g',
);

/**
 * Converts an untrusted regular expression, which is never run, to a pattern whose only special character is `*`, so
 * that matching takes linear time. Classes such as `[0-9]+` and groups become `*`, which matches more.
 *
 * @returns undefined if a wildcard cannot express it, such as alternatives
 */
function toWildcard(source: string): { pattern: string; isExact: boolean } | undefined {
  if (source.length > 1000) return undefined;
  let pattern = '';
  let isExact = true;
  for (const [, , some, escaped, group, plain, sign] of source.replace(/^\^|(?<!\\)\$$/g, '').matchAll(token)) {
    if (sign !== undefined) return undefined;
    if (some !== undefined || group !== undefined)
      isExact = group !== undefined && /^\((?:\?:)?\.\*\)$/.test(group) && isExact;
    pattern += escaped ?? plain ?? '*';
  }
  return { pattern: pattern.replace(/\*+/g, '*'), isExact };
}
