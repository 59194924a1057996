import { checkSize } from '@understudy/contract';
import type { RandomSource } from '@understudy/kernel';
import { isTruthy, TextWithMembers, toNumber, toPlain, toText } from './template-values.js';

export type TemplateLanguage = 'mockoon' | 'mockserver' | 'wiremock';

/** The data that a template can read and set. */
export interface TemplateState {
  readonly language: TemplateLanguage;
  /** The outermost `this`. */
  readonly root: unknown;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly url: string;
    readonly text: string;
    readonly body: unknown;
    readonly origin: string;
    readonly parameters: Readonly<Record<string, string>>;
    /** Query parameters. A repeated parameter is a list. */
    readonly query: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, string>>;
    readonly cookies: Readonly<Record<string, string>>;
  };
  readonly now: Date;
  readonly random: RandomSource;
  /** Generates a value with a faker function such as `person.firstName`. @throws Error for an unknown function */
  fake(name: string, args?: readonly unknown[]): unknown;
  readonly data: Readonly<Record<string, unknown>>;
  /** Variables that the template has set. */
  readonly variables: Map<string, unknown>;
  /** The status that the template has set. */
  status?: number;
}

/** A call to a helper. A block helper renders its block with {@link HelperCall.block}. */
export interface HelperCall {
  readonly args: readonly unknown[];
  readonly hash: ReadonlyMap<string, unknown>;
  readonly block:
    | {
        fn(context: unknown, data?: ReadonlyMap<string, unknown>, params?: readonly unknown[]): string;
        inverse(): string;
      }
    | undefined;
  readonly context: unknown;
  readonly data: ReadonlyMap<string, unknown>;
  readonly state: TemplateState;
  /** Takes steps from the budget, one by default. @throws Error if the budget is exhausted */
  step(count?: number): void;
}

export type TemplateHelper = (call: HelperCall) => unknown;

/** Steps that a JSONPath, a regular expression or a stored value costs. */
export const costlySteps = 1000;

/** Stores a value in a variable. It must be small, because a template can nest it in itself. */
export function remember({ state, step }: HelperCall, name: unknown, value: unknown): string {
  const plain = toPlain(value);
  if (typeof plain === 'object' && plain !== null) {
    step(costlySteps);
    const finding = checkSize(plain, { members: 50_000, values: 50_000 });
    if (finding !== undefined) throw new Error(`the variable ${toText(name).slice(0, 80)} is too large`);
  }
  state.variables.set(toText(name), plain);
  return '';
}

/** Creates a helper that returns a boolean, or renders the matching branch of its block. */
export function condition(holds: (...args: readonly unknown[]) => boolean): TemplateHelper {
  return ({ args, block, context }) => {
    const value = holds(...args);
    return block === undefined ? value : value ? block.fn(context) : block.inverse();
  };
}

/** Creates a helper that computes a value from its parameters. */
export function compute(call: (...args: readonly unknown[]) => unknown): TemplateHelper {
  return ({ args }) => call(...args);
}

export function randomInteger({ random }: TemplateState, least: number, most: number): number {
  return Math.floor(least + random() * (most - least + 1));
}

export function pick(state: TemplateState, list: readonly unknown[]): unknown {
  return list[randomInteger(state, 0, list.length - 1)];
}

export function randomText(state: TemplateState, alphabet: string, length: number): string {
  return Array.from({ length: Math.min(length, 10_000) }, () => pick(state, [...alphabet])).join('');
}

export function randomUuid(state: TemplateState): string {
  const digits = randomText(state, '0123456789abcdef', 32);
  const variant = '89ab'[Number.parseInt(digits[16] ?? '0', 16) % 4];
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
}

/** The data of an item: `@index`, `@key`, `@first`, `@last` and `@total`. */
export function itemData(index: number, total: number, key: string | number): ReadonlyMap<string, unknown> {
  const data = { index, key, total, first: index === 0, last: index === total - 1 };
  return new Map(Object.entries(data));
}

const sides = (holds: boolean, { block, context }: HelperCall): string =>
  (holds ? block?.fn(context) : block?.inverse()) ?? '';

/** The helpers of all languages. */
export const commonHelpers: Readonly<Record<string, TemplateHelper>> = {
  if: (call) => sides(isTruthy(call.args[0]), call),
  unless: (call) => sides(!isTruthy(call.args[0]), call),
  with: ({ args: [value], block }) => (isTruthy(value) ? block?.fn(value, undefined, [value]) : block?.inverse()),
  each: ({ args: [given], block, step }) => {
    const value = given instanceof TextWithMembers ? given.values : given;
    const isList = Array.isArray(value);
    const entries: [string | number, unknown][] = isList
      ? value.map((item, index) => [index, item])
      : Object.entries(typeof value === 'object' && value !== null ? value : {});
    if (entries.length === 0) return block?.inverse();
    return entries
      .map(([key, item], index) => {
        step();
        return block?.fn(item, itemData(index, entries.length, key), [item, key]);
      })
      .join('');
  },
  gt: condition((one, other) => toNumber(one) > toNumber(other)),
  gte: condition((one, other) => toNumber(one) >= toNumber(other)),
  lt: condition((one, other) => toNumber(one) < toNumber(other)),
  lte: condition((one, other) => toNumber(one) <= toNumber(other)),
};
