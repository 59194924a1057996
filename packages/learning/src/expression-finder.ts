import { isDeepStrictEqual } from 'node:util';
import { stringifyJson } from '@understudy/contract';
import { isSecretPosition, toKeyText } from '@understudy/described';
import { remember } from '@understudy/model';
import { isAccountOf } from './accounts.js';
import { type CallerFacts, termsOfCaller } from './caller-facts.js';
import type { Observation } from './observe-recording.js';
import { firstItem } from './to-cel.js';
import { listKnownFields, literalPattern, readAtPosition, readExpression, resolveFirst } from './value-at.js';

export interface Sample {
  readonly value: unknown;
  readonly of: Observation;
  /** Indexes in the surrounding lists that mirror lists of the request. */
  readonly indexes: readonly number[];
}

/** Finds expressions for values: positions in the request, and fields of values that the request refers to. */
export class ExpressionFinder {
  readonly #memory = new WeakMap<Observation, readonly string[]>();
  readonly #callers = new WeakMap<Observation, ReadonlyMap<string, unknown>>();

  /**
   * @param positions positions of remembered values, whose fields expressions can use
   * @param recordsOf returns the records that a request refers to, by expression
   */
  constructor(
    readonly positions: readonly string[],
    readonly recordsOf: (of: Observation) => CallerFacts = () => ({}),
  ) {}

  /** Returns an expression that yields the value in all samples, from the request or from an entity it refers to. */
  echoOf(samples: readonly Sample[], name: string, isRest = false): string | undefined {
    const [first] = samples;
    if (first === undefined) return undefined;
    const isRight = (expression: string, each: Sample) => isSame(this.valueOf(expression, each), each.value);
    const expressions = this.expressionsOf(first, name);
    const found = expressions.find((expression) => samples.every((each) => isRight(expression, each)));
    if (found !== undefined || isRest) return found;
    // Requests with a different structure can have the value at another position.
    let partial: string | undefined;
    for (const expression of expressions) {
      const rest = samples.filter((each) => !isRight(expression, each));
      if (rest.some((each) => this.valueOf(expression, each) !== undefined)) continue;
      const other = this.echoOf(rest, name, true);
      if (other !== undefined) return `${expression} ?? ${other}`;
      // A few entities, such as accounts that existed before the recording, are unknown.
      const literal = stringifyJson(rest[0]?.value) ?? '';
      if (rest.length * 2 < samples.length && literalPattern.test(literal)) partial ??= `${expression} ?? ${literal}`;
    }
    return partial;
  }

  /** Lists the expressions that yield the value of a sample, those with the same name first. */
  expressionsOf(sample: Sample, name: string): string[] {
    const { of, value, indexes } = sample;
    const all = [...of.request.keys(), ...this.inMemory(of)].flatMap((expression) => itemsOf(expression, indexes));
    const rank = (expression: string) =>
      Number(expression.split(/[.> ]+/).at(-1) !== name) + Number(expression.includes(firstItem)) / 2;
    return all
      .filter((expression) => isSame(this.valueOf(expression, sample), value))
      .sort((one, other) => rank(one) - rank(other));
  }

  valueOf(expression: string, { of, indexes }: Sample): unknown {
    const { message, known } = of;
    const recall = (value: string) => known.get(value);
    return resolveFirst(expression, (each) =>
      each.includes('(') ? this.#ofCaller(of).get(each) : readExpression(each, { message, recall, indexes }),
    );
  }

  /** Lists expressions for all known fields of the values that a request contains. */
  inMemory(of: Observation): readonly string[] {
    return remember(this.#memory, of, () => [
      ...[...this.#ofCaller(of).keys()].filter((text) => !/^meta\([^()]*\)/.test(text)),
      ...this.positions.flatMap((position) => {
        const known = of.known.get(toKeyText(readAtPosition(of.message, position)) ?? '');
        // Other values, such as a country code, do not identify the entity of a request.
        const isNamed =
          known?.made === true || /^(?:path\.|target$)/.test(position) || isAccountOf(known, of.message.body);
        if (known === undefined || !isNamed) return [];
        // The latest request of a caller is not a property of the caller.
        const fields = listKnownFields(known).filter((each) => !isSecretPosition(position) || !/^latest\b/.test(each));
        return fields.map((field) => `${position} > ${field}`);
      }),
    ]);
  }

  #ofCaller(of: Observation): ReadonlyMap<string, unknown> {
    return remember(this.#callers, of, () => new Map(termsOfCaller({ ...of.caller, ...this.recordsOf(of) })));
  }
}

/** Expands `*`: in the outer list to the item with the same index, and otherwise to the first item. */
function itemsOf(expression: string, indexes: readonly number[]): string[] {
  const [before = '', ...names] = expression.split('.*');
  if (names.length === 0) return [expression];
  const first = names.map((name) => `.${firstItem}${name}`);
  return [...(indexes.length === 0 ? [] : [[`.*${names[0]}`, ...first.slice(1)]]), first].map((each) =>
    [before, ...each].join(''),
  );
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && typeof other === 'object' && isDeepStrictEqual(one, other));
}
