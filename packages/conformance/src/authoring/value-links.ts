import { isJsonNumber, isObject, type JsonNumber, joinPointer, redactedText } from '@understudy/contract';
import { isSecretName, normalizeName } from './secret-names.js';

interface Source {
  readonly stepId: string;
  /** An expression such as `$response.body#/jobId`, or one that reads a header. */
  readonly expression: string;
  /** The name of the output. */
  readonly name: string;
}

/** A value that is unlikely to appear in a request by chance. */
const distinctiveValue = /^(?=.*\d)\S{4,}$|^\S{16,}$/;
const aDay = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;
/** Names of members whose numbers can refer to other responses. */
const numbered = /(id|number|key)$/i;

/**
 * Replaces response values in later requests with expressions, and declares the step outputs they refer to. Values that
 * the client sent first stay unchanged.
 */
export class ValueLinks {
  readonly #sources = new Map<string, Source>();
  /** The latest redacted secret of each name. */
  readonly #masked = new Map<string, Source>();
  readonly #said = new Set<string>();
  readonly #outputs = new Map<string, Map<string, string>>();

  /** Records the values of a request after they were linked. */
  said(values: unknown): void {
    eachScalar(values, '', (value) => this.#said.add(comparable(value)));
  }

  brought(stepId: string, body: unknown, headers: Readonly<Record<string, string>>): void {
    eachScalar(body, '', (value, pointer) => {
      const key = pointer.split('/').findLast((token) => !/^\d*$/.test(token)) ?? 'value';
      this.#bring(value, { stepId, expression: `$response.body#${pointer}`, name: toCamelCase(key) }, key);
    });
    const { location } = headers;
    if (location !== undefined)
      this.#bring(location, { stepId, expression: '$response.header.location', name: 'location' }, 'location');
  }

  #bring(value: string | JsonNumber, source: Source, key: string): void {
    if (String(value).includes(redactedText)) {
      if (isSecretName(key)) this.#masked.set(normalizeName(key), source);
      if (!/^https?:/.test(String(value))) return;
    }
    const isTelling = isJsonNumber(value) ? numbered.test(key) : distinctiveValue.test(value) && !aDay.test(value);
    const text = comparable(value);
    if (isTelling && !this.#said.has(text) && !this.#sources.has(text)) this.#sources.set(text, source);
  }

  /** Returns the expression for a value or its parts, if a response contained it. */
  expressionFor(value: string | JsonNumber): string | undefined {
    const text = comparable(value);
    const whole = this.#sources.get(text);
    if (whole !== undefined) return this.#output(whole);
    if (isJsonNumber(value) || text.includes(redactedText)) return undefined;
    let linked = text;
    for (const [part, source] of [...this.#sources].sort(([one], [other]) => other.length - one.length)) {
      if (part.length >= 8 && linked.includes(part)) linked = linked.replaceAll(part, `{${this.#output(source)}}`);
    }
    return linked === text ? undefined : linked;
  }

  /** Returns the expression for a redacted secret, by its name. */
  expressionForSecret(name: string): string | undefined {
    const source = this.#masked.get(normalizeName(name));
    return source === undefined ? undefined : this.#output(source);
  }

  outputsOf(stepId: string): Record<string, string> {
    return Object.fromEntries([...(this.#outputs.get(stepId) ?? [])].map(([expression, name]) => [name, expression]));
  }

  #output({ stepId, expression, name }: Source): string {
    const outputs = this.#outputs.get(stepId) ?? new Map<string, string>();
    this.#outputs.set(stepId, outputs);
    let known = outputs.get(expression);
    if (known === undefined) {
      const taken = new Set(outputs.values());
      known = name;
      for (let number = 2; taken.has(known); number += 1) known = `${name}${number}`;
      outputs.set(expression, known);
    }
    return `$steps.${stepId}.outputs.${known}`;
  }
}

/** Normalizes URLs, which can be written in several ways, for comparison. */
function comparable(value: string | JsonNumber): string {
  const text = String(value);
  return /^https?:/.test(text) && URL.canParse(text) ? new URL(text).href : text;
}

function eachScalar(value: unknown, pointer: string, see: (value: string | JsonNumber, pointer: string) => void): void {
  if (typeof value === 'string' || isJsonNumber(value)) see(value, pointer);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) eachScalar(item, `${pointer}/${index}`, see);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) eachScalar(item, joinPointer(pointer, key), see);
  }
}

/**
 * Converts a name to camel case for outputs and inputs: `user_api_key` becomes `userApiKey`, and `X-Api-Key` becomes
 * `apiKey`.
 */
export function toCamelCase(name: string): string {
  const words = name
    .replace(/^x-/i, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const joined = words.map((word, index) => {
    const plain = words.length > 1 || word === word.toUpperCase() ? word.toLowerCase() : word;
    return index === 0
      ? plain.charAt(0).toLowerCase() + plain.slice(1)
      : plain.charAt(0).toUpperCase() + plain.slice(1);
  });
  return joined.join('') || 'value';
}
