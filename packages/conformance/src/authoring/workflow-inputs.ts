import { omitUndefined, stringifyJson } from '@understudy/contract';

/** The inputs of a workflow, with default values by name. */
export class WorkflowInputs {
  readonly #declared = new Map<string, unknown>();
  readonly #secrets = new Set<string>();
  /** Expressions by name and default. */
  readonly #names = new Map<string, string>();
  /** The latest number of each name. */
  readonly #numbers = new Map<string, number>();

  /** Declares an input. Appends a number if the name exists with a different default. */
  declare(name: string, value?: unknown): string {
    const key = stringifyJson([name, value]);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    let number = this.#numbers.get(name) ?? 1;
    while (this.#declared.has(number === 1 ? name : `${name}${number}`)) number += 1;
    this.#numbers.set(name, number);
    const free = number === 1 ? name : `${name}${number}`;
    this.#declared.set(free, value);
    this.#names.set(key, `$inputs.${free}`);
    return `$inputs.${free}`;
  }

  /** Declares an input that replaces a secret. */
  declareSecret(name: string, value?: unknown): string {
    const expression = this.declare(name, value);
    this.#secrets.add(expression.slice('$inputs.'.length));
    return expression;
  }

  get secrets(): string[] {
    return [...this.#secrets];
  }

  /** Returns the inputs as a JSON Schema, or undefined if there are none. Inputs without a default are required. */
  schema(): Record<string, unknown> | undefined {
    if (this.#declared.size === 0) return undefined;
    const names = [...this.#declared];
    const required = names.flatMap(([name, value]) => (value === undefined ? [name] : []));
    const properties = names.map(([name, value]) => [name, omitUndefined({ type: 'string', default: value })]);
    const needed = required.length === 0 ? {} : { required };
    return { type: 'object', ...needed, properties: Object.fromEntries(properties) };
  }
}
