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
  /** Places in the lists around it that follow lists of the request. */
  readonly indexes: readonly number[];
}

/** Finds expressions for values: positions in the request, and fields of what is known about the request's values. */
export class ExpressionFinder {
  readonly #memory = new WeakMap<Observation, readonly string[]>();
  readonly #callers = new WeakMap<Observation, ReadonlyMap<string, unknown>>();

  /**
   * @param positions positions of remembered values, whose fields expressions can refer to
   * @param recordsOf records that a request names, by the expression for them
   */
  constructor(
    readonly positions: readonly string[],
    readonly recordsOf: (of: Observation) => CallerFacts = () => ({}),
  ) {}

  /** The expression that has the value in all samples: of the request, or of an entity that it names. */
  echoOf(samples: readonly Sample[], name: string, isRest = false): string | undefined {
    const [first] = samples;
    if (first === undefined) return undefined;
    const isRight = (expression: string, each: Sample) => isSame(this.valueOf(expression, each), each.value);
    const expressions = this.expressionsOf(first, name);
    const found = expressions.find((expression) => samples.every((each) => isRight(expression, each)));
    if (found !== undefined || isRest) return found;
    // Requests of another form have the value at another position.
    let partial: string | undefined;
    for (const expression of expressions) {
      const rest = samples.filter((each) => !isRight(expression, each));
      if (rest.some((each) => this.valueOf(expression, each) !== undefined)) continue;
      const other = this.echoOf(rest, name, true);
      if (other !== undefined) return `${expression} ?? ${other}`;
      // Of a few, such as accounts that existed before, nothing is known.
      const literal = stringifyJson(rest[0]?.value) ?? '';
      if (rest.length * 2 < samples.length && literalPattern.test(literal)) partial ??= `${expression} ?? ${literal}`;
    }
    return partial;
  }

  /** Expressions that have the value of a sample. Those of the same name come first. */
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

  /** Expressions for all that is known of the values that a request names. */
  inMemory(of: Observation): readonly string[] {
    return remember(this.#memory, of, () => [
      ...[...this.#ofCaller(of).keys()].filter((text) => !/^meta\([^()]*\)/.test(text)),
      ...this.positions.flatMap((position) => {
        const known = of.known.get(toKeyText(readAtPosition(of.message, position)) ?? '');
        // Other values, such as the code of a country, do not say which entity a request is about.
        const isNamed =
          known?.made === true || /^(?:path\.|target$)/.test(position) || isAccountOf(known, of.message.body);
        if (known === undefined || !isNamed) return [];
        // What a caller did last is no member of the caller.
        const fields = listKnownFields(known).filter((each) => !isSecretPosition(position) || !/^latest\b/.test(each));
        return fields.map((field) => `${position} > ${field}`);
      }),
    ]);
  }

  #ofCaller(of: Observation): ReadonlyMap<string, unknown> {
    return remember(this.#callers, of, () => new Map(termsOfCaller({ ...of.caller, ...this.recordsOf(of) })));
  }
}

/** Names items of lists: in the outer list those at the same place, and the first ones. */
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
