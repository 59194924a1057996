import { isJsonNumber, isObject, redactedText } from '@understudy/contract';
import { findExpressions } from '../expressions/interpolate.js';
import type { Redactor } from '../redactor.js';
import { isSecretName } from './secret-names.js';
import { toCamelCase, type ValueLinks } from './value-links.js';
import type { WorkflowInputs } from './workflow-inputs.js';

interface ValueSources {
  readonly links: ValueLinks;
  readonly inputs: WorkflowInputs;
  /** Default values of secret inputs by name. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Recognizes the secrets of the recording. Absent if the recording contains pseudonyms instead. */
  readonly redactor?: Redactor;
}

/** Converts recorded request values to scenario values. */
export class RequestValueWriter {
  constructor(private readonly sources: ValueSources) {}

  /** Replaces values from earlier responses, and secrets, with expressions at any depth. */
  of(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.of(item, name));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [this.sources.redactor?.text(key) ?? key, this.of(item, key)]),
      );
    if (isJsonNumber(value)) return this.sources.links.expressionFor(value) ?? value;
    return typeof value === 'string' ? this.text(value, name) : value;
  }

  /** @param isSecret whether this location contains a secret */
  text(value: string, name: string, isSecret = isSecretName(name)): string {
    if (/^tenant-?id$/i.test(name) && !this.isSecret(value)) return this.sources.inputs.declare('tenantId', value);
    const linked = this.sources.links.expressionFor(value);
    if (linked?.startsWith('$')) return linked;
    const written = linked ?? value;
    if ((isSecret && linked === undefined) || this.isSecret(written)) return this.secret(name, value);
    if (linked !== undefined) return linked;
    if (/^client-?_?id$/i.test(name)) return this.sources.inputs.declare('clientId', value);
    // A string that looks like an expression or a file reference must remain a plain string.
    return findExpressions(value).length > 0 || value.startsWith('$file(')
      ? this.sources.inputs.declare(toCamelCase(name), value)
      : value;
  }

  /** Returns whether a string contains a secret in any encoding. */
  isSecret(text: string): boolean {
    return text.includes(redactedText) || (this.sources.redactor?.text(text) ?? text) !== text;
  }

  /** Returns an expression for a secret: the response value with this name, or else an input. */
  secret(name: string, value: string): string {
    const input = toCamelCase(name);
    const fallback = this.sources.redactor === undefined ? value : undefined;
    return (
      this.sources.links.expressionForSecret(name) ??
      this.sources.inputs.declareSecret(input, this.sources.defaults[input] ?? fallback)
    );
  }
}
