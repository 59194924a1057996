import { type Criterion, isSecretName, parseBodyValue } from '@understudy/conformance';
import { stringifyJson } from '@understudy/contract';

/** A part of an imported file that was omitted or only approximated. */
export interface ImportOmission {
  /** The file, and the path of names to the part within it. */
  readonly place: string;
  readonly what: string;
  /** True if the original tool does not use the part either, or if the part becomes an input. */
  readonly isNote?: true;
}

/** A variable that calls refer to as `{{name}}`. */
export interface ImportedVariable {
  readonly name: string;
  readonly value?: string;
  /** The value of a secret, which is never written to a file. */
  readonly secret?: string;
}

export interface ImportedResponse {
  readonly name?: string;
  /** The URL of the request that this response was saved with, if any. */
  readonly asked?: { readonly url: string; readonly search: QueryPairs };
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A string or a JSON value. */
  readonly body?: unknown;
  /** Default: a schema derived from the body, with all its members. */
  readonly schema?: object;
}

export type NameValuePairs = readonly (readonly [name: string, value: string])[];

/** A parameter without `=` has no value. */
export type QueryPairs = readonly (readonly [name: string, value: string | null])[];

/** A request that a client sends. Its strings can contain variables such as `{{name}}`. */
export interface ImportedCall {
  readonly place: string;
  readonly name: string;
  /** The group of the call. Each group becomes a workflow. */
  readonly group: string;
  readonly method: string;
  readonly url: string;
  readonly query: QueryPairs;
  readonly headers: Readonly<Record<string, string>>;
  /** The body: a string, a JSON value, or form fields by name. */
  readonly body?: { readonly mediaType: string; readonly value: unknown; readonly schema?: object } | undefined;
  readonly responses: readonly ImportedResponse[];
  /** True if the call only describes a resource of a local mock, whose values are not secret. */
  readonly isLocal?: boolean;
  /** True if the request is only an example and is never sent. */
  readonly isExample?: boolean;
  /** True if the tool's mock server can return the first response. */
  readonly isMocked?: boolean;
  readonly criteria?: readonly Criterion[];
  /** Expressions that set variables for later calls. */
  readonly outputs?: NameValuePairs;
}

/** A control plane rule (`PUT /_sim/faults`) that responds to a request. */
export interface ImportedStub {
  readonly place: string;
  readonly name: string;
  /** The priority. Stubs with a lower number take precedence. */
  readonly priority: number;
  readonly match: StubMatch;
  readonly effect: Record<string, unknown>;
  readonly times?: number;
  /** How long the stub is active, as an ISO 8601 duration. */
  readonly ttl?: string;
  /** With `every: n`, the stub responds to every n-th matching request. */
  readonly every?: number;
  readonly probability?: number;
  /** The state machine that the stub belongs to. */
  readonly scenario?: { readonly name: string; readonly when?: string; readonly then?: string };
  /** True if the tool responds with 404 to requests that match no stub. */
  readonly isComplete?: boolean;
}

export interface StubMatch {
  method?: string;
  path: string;
  readonly query: Record<string, string | null>;
  readonly headers: Record<string, string | null>;
  body?: unknown;
  /** A condition on the request. */
  readonly if?: string;
}

/** The records of a resource. */
export interface ImportedRecords {
  /** The member that identifies a record. */
  readonly key: string;
  /** The path that lists the records. */
  readonly path: string;
  readonly items: readonly unknown[];
}

/** An OAuth 2.0 flow in OpenAPI's format. */
export interface OAuthFlow {
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly scopes: Readonly<Record<string, string>>;
}

/** The content of foreign files in a common format. */
export interface ImportResult {
  readonly formats: Set<string>;
  title: string;
  readonly variables: ImportedVariable[];
  readonly calls: ImportedCall[];
  stubs: ImportedStub[];
  /** Records to store, by resource. */
  readonly records: Map<string, ImportedRecords>;
  /** OAuth 2.0 flows by their names in OpenAPI. */
  readonly flows: Map<string, OAuthFlow>;
  readonly omissions: ImportOmission[];
  /** Inputs without a default that the scenarios need. */
  readonly inputs: Set<string>;
  readonly budget: ImportBudget;
}

/** Maximum number of parameters and headers of a request. */
const mostPairs = 1000;

/** Adds a request. Omits its bodies if the bodies in total are too large. @throws ImportError if it exceeds a limit */
export function addCall({ calls, budget, omissions }: ImportResult, call: ImportedCall): void {
  const { body, responses, ...rest } = call;
  const pairs = call.query.length + Object.keys(call.headers).length;
  if (pairs > mostPairs) throw new ImportError(`${call.place} has more than ${mostPairs} parameters and headers`);
  budget.spend('requests and stubs', 1, call.place);
  budget.spend('parameters and headers', pairs, call.place);
  budget.spend('characters of URLs and headers', stringifyJson(rest).length, call.place);
  const fits = budget.admits('characters of bodies', stringifyJson([body, responses]).length);
  if (!fits) omissions.push({ place: call.place, what: 'the bodies are left out, because all bodies are too large' });
  calls.push(fits ? call : { ...rest, responses: responses.map(({ body: _body, ...response }) => response) });
}

export function createVariable(name: string, value: string, isSecret = isSecretName(name)): ImportedVariable {
  const isCredential = isSecret || /token|secret|passw|credential|api-?_?key/i.test(name);
  // A long value is not stored as a default, because many requests can use it.
  if (value.length > 10_000) return { name };
  return isCredential && !value.includes('{{') ? { name, secret: value } : { name, value };
}

/** Returns the headers without those that only the server can set. */
export function dropServerHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own = /^(?:connection|content-length|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name)));
}

/** Creates a text body. Returns undefined if the text is empty. */
export function createTextBody(mediaType: string, text: string): ImportedCall['body'] {
  return text.trim() === '' ? undefined : { mediaType, value: /json/.test(mediaType) ? parseBodyValue(text) : text };
}

export function createFormBody(mediaType: string, fields: NameValuePairs): ImportedCall['body'] {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of fields) values.set(name, [values.get(name) ?? [], value].flat());
  const unwrapped = [...values].map(([name, list]) => [name, list.length > 1 ? list : list[0]]);
  return { mediaType, value: Object.fromEntries(unwrapped) };
}

/**
 * Returns a reference to a file in the scenario's folder, in place of the file that the tool reads from disk. Only the
 * last part of the path is used.
 */
export function referToFile(path: string, from: { note(what: string): void }): string {
  const name = path.replace(/^.*[\\/]/, '').replace(/[^\w.-]/g, '-') || 'file';
  from.note(`the file "${path}" is read from scenarios/${name}; put it there`);
  return `{{file:${name}}}`;
}

/** Joins the values of repeated headers. */
export function joinHeaders(pairs: NameValuePairs): Record<string, string> {
  const joined = new Map<string, [name: string, value: string]>();
  for (const [name, value] of pairs) {
    const earlier = joined.get(name.toLowerCase());
    const sign = /^cookie$/i.test(name) ? '; ' : ', ';
    joined.set(
      name.toLowerCase(),
      earlier === undefined ? [name, value] : [earlier[0], `${earlier[1]}${sign}${value}`],
    );
  }
  return Object.fromEntries(joined.values());
}

/** Fills path parameters such as `:id` in `/users/:id`, and splits off the query. */
export function fillPathParameters(url: string, path: NameValuePairs): { url: string; search: QueryPairs } {
  const [address = '', search = ''] = (url.split('#')[0] ?? '').split(/\?(.*)/s);
  const values = new Map(path);
  const filled = address.replace(/\/:([\w-]+)/g, (whole, name: string) => `/${values.get(name) || whole.slice(1)}`);
  const parts = search.split('&').filter((part) => part !== '');
  const pairs = parts.flatMap((part) =>
    [...new URLSearchParams(part)].map(([name, value]) => [name, part.includes('=') ? value : null] as const),
  );
  return { url: filled, search: pairs };
}

/** Thrown if a foreign file cannot be imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** Limits for the parts of an import that take time and memory. */
const limits = {
  'requests and stubs': 5000,
  'parameters and headers': 100_000,
  'characters of YAML, Bruno and curl': 4 * 1024 * 1024,
  'characters of URLs and headers': 4 * 1024 * 1024,
  'characters of bodies': 8 * 1024 * 1024,
};

/** Counts the parts of an import. */
export class ImportBudget {
  readonly #left = { ...limits };

  /** Counts parts, and returns whether they are within the limit. */
  admits(what: keyof typeof limits, count: number): boolean {
    this.#left[what] -= count;
    return this.#left[what] >= 0;
  }

  /** @throws ImportError if the limit is exceeded */
  spend(what: keyof typeof limits, count: number, place: string): void {
    if (!this.admits(what, count))
      throw new ImportError(`${place}: there are more than ${limits[what]} ${what}. Import only some of them`);
  }
}
