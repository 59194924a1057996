import { isObject, redactedMark } from '@understudy/contract';
import { expressionsIn } from '../expressions/interpolate.js';
import type { Inputs } from './inputs.js';
import { isSecretName } from './secret-names.js';
import { camelCase, type ValueLinks } from './value-links.js';

/** Writes the values of requests as a scenario has them. */
export class RequestValues {
  readonly #links: ValueLinks;
  readonly #inputs: Inputs;
  readonly #defaults: Readonly<Record<string, unknown>>;

  /** @param defaults what inputs for secrets are by default, by name */
  constructor(links: ValueLinks, inputs: Inputs, defaults: Readonly<Record<string, unknown>>) {
    this.#links = links;
    this.#inputs = inputs;
    this.#defaults = defaults;
  }

  /** A value at any depth: an expression for what an answer has brought or what is secret, else the value itself. */
  of(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.of(item, name));
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.of(item, key)]));
    if (typeof value === 'number') return this.#links.expressionFor(value) ?? value;
    return typeof value === 'string' ? this.text(value, name) : value;
  }

  text(value: string, name: string): string {
    if (/^tenant-?id$/i.test(name)) return this.#inputs.declare('tenantId', value);
    const linked = this.#links.expressionFor(value);
    if (linked !== undefined) return linked;
    if (isSecretName(name) || value.includes(redactedMark)) return this.#secret(name);
    if (/^client-?_?id$/i.test(name)) return this.#inputs.declare('clientId', value);
    // Text that looks like an expression would be taken for one.
    return expressionsIn(value).length > 0 ? this.#inputs.declare(camelCase(name), value) : value;
  }

  #secret(name: string): string {
    const input = camelCase(name);
    return this.#links.expressionForSecret(name) ?? this.#inputs.declare(input, this.#defaults[input]);
  }
}
