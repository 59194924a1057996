import { parseJson, stringifyJson } from '@understudy/contract';
import { contains, finds, literal, member } from './cel.js';
import type { ForeignObject } from './foreign-object.js';
import { dropServerHeaders, type ImportedStub, type StubMatch } from './imported.js';
import type { TemplateLanguage } from './templates/helper-call.js';
import { listUnknownHelpers } from './templates/render-template.js';

/** The limits of the control plane. */
const longestResponse = 250_000;
const longestCondition = 2000;

/** Returns the bytes of a file that a stub references, or undefined if the import does not contain the file. */
export type BodyFileReader = (name: string) => Uint8Array | undefined;

/**
 * A stub under construction. It is omitted if one of its parts cannot be expressed as a rule, because it would match
 * too many requests.
 */
export class StubDraft {
  readonly match: StubMatch = { path: '*', query: {}, headers: {} };
  readonly headers: Record<string, string> = {};
  effect: Record<string, unknown> = {};
  scenario: ImportedStub['scenario'];
  /** Values for the templates. */
  readonly data: Record<string, unknown> = {};
  readonly #conditions: string[] = [];
  #language: TemplateLanguage | undefined;
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

  /** Omits the stub if some of its matchers were not read. */
  endOf(request: ForeignObject): void {
    request.end((field) => this.refuse(`the matcher ${field} is not supported`));
  }

  method(name: string): void {
    const upper = name.toUpperCase();
    if (/^(GET|POST|PUT|PATCH|DELETE)$/.test(upper)) this.match.method = upper;
    else if (/^(HEAD|OPTIONS|TRACE)$/.test(upper)) this.condition(() => `request.method == ${literal(upper)}`);
    else if (upper === 'GET_OR_HEAD') this.condition(() => 'request.method in ["GET", "HEAD"]');
    else if (!/^(ANY|ALL|)$/.test(upper)) this.refuse(`a rule cannot match the method ${name}`);
  }

  /** Adds a condition. Omits the stub if it cannot be expressed. @param write throws an Error with the reason */
  condition(write: () => string): void {
    try {
      this.#conditions.push(write());
    } catch (error) {
      this.refuse(`a matcher is not supported: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Matches the entire path with a regular expression. A wildcard path also selects the operation. */
  pathPattern(source: string, isWithQuery: boolean): void {
    this.match.path = toWildcard(source.split(/\\?\?/)[0] ?? '') ?? '*';
    if (!/^[/*]/.test(this.match.path)) this.match.path = '*';
    this.condition(() => finds(isWithQuery ? 'request.url' : 'request.path', `^(?:${source})$`));
  }

  /** Sets the path and query from a string. */
  address(path: string): void {
    const [plain = '', search = ''] = path.split(/\?(.*)/s);
    this.match.path = /^[/*]/.test(plain) ? plain : `/${plain}`;
    for (const [name, value] of new URLSearchParams(search)) this.value('query', name, value);
  }

  /** Matches a parameter or header by its value; null means that it must be absent. */
  value(place: 'query' | 'headers', name: string, value: string | null): void {
    const known = this.match[place][name];
    // An asterisk in the value would act as a wildcard.
    if (value?.includes('*') !== true && known === undefined) this.match[place][name] = value;
    else this.condition(() => `${this.sent(place, name)} == ${literal(value)}`);
  }

  /** Writes an expression for the path segment of a parameter such as `{id}`. */
  segment(name: string): string {
    return `request.path.split("/")[${this.match.path.split('/').indexOf(`{${name}}`)}]`;
  }

  /** Writes an expression for a parameter or header. */
  sent(place: 'query' | 'headers', name: string): string {
    return member(place, place === 'headers' ? name.toLowerCase() : name);
  }

  /** Writes a condition on a cookie's value, which `write` compares. */
  cookie(name: string, write: (value: string) => string): string {
    const each = 'c.split("=")';
    const value = `${each}.filter(p, p != ${each}.first()).join("=")`;
    return `headers["cookie"].split(";").exists(c, ${each}.first().trim() == ${literal(name)} && ${write(value)})`;
  }

  /** Compares the body with a JSON value. @param isExact whether it must not have more members */
  json(value: unknown, isExact: boolean): void {
    if (/\$\{json-unit/.test(stringifyJson(value) ?? '')) this.refuse('json-unit placeholders are not supported');
    const condition = isExact ? `body == ${stringifyJson(value)}` : contains('body', value);
    if (condition.length < longestCondition / 2) this.condition(() => condition);
    else {
      if (isExact) this.source.omit('a body with more members also matches, because the body is long');
      this.match.body = value;
    }
  }

  /** Sets the template language of the body and headers. */
  template(language: TemplateLanguage): void {
    this.#language = language;
  }

  /** Sets the response body. */
  text(given: string): void {
    const body = given.slice(0, longestResponse);
    if (body.length < given.length) this.refuse('its response is too long for a rule');
    // Many stubs can share a response.
    if (!this.source.into.budget.admits('characters of bodies', body.length)) this.refuse('all bodies are too large');
    this.effect['body'] = body;
  }

  /** Sets the response body to a file's content. */
  file(name: string, files: BodyFileReader): void {
    const bytes = files(name);
    if (bytes === undefined) this.refuse(`the file ${name.slice(0, 100)} is outside the imported folder`);
    const shown = bytes?.subarray(0, longestResponse + 1);
    const text = new TextDecoder().decode(shown);
    this.text(text);
    if (this.#language !== undefined && text.includes('{{')) return;
    this.effect['base64'] = Buffer.from(shown ?? []).toString('base64');
    delete this.effect['body'];
  }

  delay(milliseconds: number | undefined): void {
    if (milliseconds) this.effect['delay'] = { fixed: `PT${milliseconds / 1000}S` };
  }

  /** Adds the stub with its priority and number of uses. */
  add({ priority = 0, ...more }: Pick<Partial<ImportedStub>, 'priority' | 'times' | 'ttl' | 'isComplete'> = {}): void {
    const { name, source } = this;
    const sent = dropServerHeaders(this.headers);
    const template = this.#readTemplate(sent);
    const condition = this.#conditions.join(' && ');
    if (condition.length > longestCondition) this.refuse('its matchers are too long for a condition');
    if (this.#isRefused) return;
    const headers = Object.keys(sent).length === 0 || 'reset' in this.effect ? {} : { headers: sent };
    const effect = { ...this.effect, ...headers, ...template };
    const match = condition === '' ? this.match : { ...this.match, if: condition };
    const scenario = this.scenario === undefined ? {} : { scenario: this.scenario };
    source.into.budget.spend('requests and stubs', 1, source.place);
    source.into.stubs.push({ place: source.place, name, priority, match, effect, ...scenario, ...more });
  }

  /** Omits the stub if it uses unsupported helpers. Returns the language if the response is a template. */
  #readTemplate(headers: Readonly<Record<string, string>>): object {
    const language = this.#language;
    const texts = [this.effect['body'], ...Object.values(headers)].filter((each) => typeof each === 'string');
    if (language === undefined || !texts.some((text) => text.includes('{{'))) return {};
    try {
      const unknown = texts.flatMap((text) => (text.includes('{{') ? listUnknownHelpers(text, language) : []));
      if (unknown.length > 0) this.refuse(`the template helper "${unknown.join('", "')}" is not supported`);
    } catch (error) {
      const [first = ''] = String(error instanceof Error ? error.message : error).split('\n');
      this.refuse(`its template is not valid: ${first}`);
    }
    const data = Object.keys(this.data).length === 0 ? {} : { data: this.data };
    return { template: { language, ...data } };
  }
}

/** Parses a JSON string. Returns any other value unchanged. */
export function readJson(value: unknown): unknown {
  try {
    return typeof value === 'string' ? parseJson(value) : value;
  } catch {
    return value;
  }
}

/** Writes JSON whose strings can be templates. Quotes within templates are not escaped. */
export function jsonTemplate(value: unknown): string {
  return stringifyJson(value).replace(/\{\{.{0,500}?\}\}/g, (tag) => tag.replaceAll('\\"', '"'));
}

const repeats = '(?:[*+?]\\??|\\{\\d{0,4}(?:,\\d{0,4})?\\}\\??)';
const token = new RegExp(
  `(\\.\\*\\??)|((?:\\[(?:[^\\]\\\\]|\\\\.)*\\]|\\\\[dwsDWS]|\\.)${repeats}?)|\\\\([^A-Za-z0-9])|(\\((?:\\?:|\\?<\\w+>)?[^()|]*\\)${repeats}?)|([^\\\\()|^$*+?{}[\\].])|([\\s\\S])`,
  'g',
);

/**
 * Converts a regular expression to a wildcard pattern that matches at least as much. Only `*` is special.
 *
 * @returns undefined if a wildcard cannot express it, for example alternatives
 */
function toWildcard(source: string): string | undefined {
  if (source.length > 1000) return undefined;
  let pattern = '';
  for (const [, , , escaped, , plain, sign] of source.replace(/^\^|(?<!\\)\$$/g, '').matchAll(token)) {
    if (sign !== undefined) return undefined;
    pattern += escaped ?? plain ?? '*';
  }
  return pattern.replace(/\*+/g, '*');
}
