import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@understudy/contract';
import { toKeyText } from '@understudy/described';
import { getMember } from '@understudy/model';
import { groupBy } from './count-values.js';
import { keyNamePattern } from './extract-conditions.js';
import { instantOf } from './instant-of.js';
import { generatedFormOf } from './key-form-of.js';
import type { Scene } from './record-story.js';
import { scalarsOf } from './record-use.js';
import { readMember, toLiteral } from './to-cel.js';

/** A value, and everything known where it appears. */
export interface Example {
  readonly value: unknown;
  readonly scene: Scene;
  /** Variables that expressions can use, such as body, path and old, by their name. */
  readonly roots: Readonly<Record<string, unknown>>;
}

/** An expression, and its value in an example. */
export interface Term {
  readonly text: string;
  value(example: Pick<Example, 'scene' | 'roots'>): unknown;
}

export interface FoundTerm extends Term {
  readonly seen: number;
  /** Replaces the expression in a template that lists items. */
  readonly template?: object;
}

/** Minimum share of examples that an expression must fit, and limits for the cases and the terms to try. */
const [mostly, mostCases, mostTerms] = [0.9, 6, 60];

/**
 * Finds the simplest expression that yields the values of all examples.
 *
 * @param others additional terms that the expression can use
 */
export function findExpression(
  examples: readonly Example[],
  name: string,
  others: readonly Term[] = [],
): FoundTerm | undefined {
  const terms = [...termsOf(examples, name), ...others];
  return findPlain(examples, name, terms) ?? findByCase(examples, name, terms) ?? findItems(examples, terms);
}

/** Finds the format of generated strings, such as invoice numbers. */
export function findGenerated(examples: readonly Example[]): FoundTerm | undefined {
  const form = generatedFormOf(examples.map(({ value }) => value));
  if (form === undefined) return undefined;
  return { text: `next(${toLiteral(form)})`, value: () => undefined, seen: examples.length };
}

/** Finds a list that mirrors another list, or one extended by an item from the request. */
function findItems(examples: readonly Example[], terms: readonly Term[]): FoundTerm | undefined {
  const lists = examples.map(({ value }) => (Array.isArray(value) ? value : []));
  if (examples.length < 2 || !examples.every(({ value }) => Array.isArray(value) && value.every(isObject)))
    return undefined;
  const sources = terms.flatMap((term): Term[] => [
    term,
    {
      text: `${term.text} + [body]`,
      value: (each) => {
        const list = term.value(each);
        return Array.isArray(list) && isObject(each.roots['body']) ? [...list, each.roots['body']] : undefined;
      },
    },
  ]);
  for (const source of sources) {
    const rows = examples.map((each) => source.value(each) ?? []);
    if (!rows.every((row, at) => Array.isArray(row) && row.length === lists[at]?.length) || !rows.flat().some(isObject))
      continue;
    const members = [...new Set(lists.flat().flatMap((item) => Object.keys(item)))].map((name) => {
      const items = examples.flatMap(({ scene, roots }, at) =>
        (lists[at] ?? []).map((item, index) => ({
          scene,
          value: getMember(item, name),
          roots: { ...roots, item: [rows[at]].flat()[index], index },
        })),
      );
      return [name, findPlain(items, name, termsOf(items, name))] as const;
    });
    if (!members.every(([, found]) => found !== undefined)) continue;
    const show = Object.fromEntries(members.map(([name, found]) => [name, `=${found?.text}`]));
    const isOwn = members.every(([name, found]) => found?.text === `item.${name}`);
    const value: Term['value'] = (each) => {
      const list = source.value(each);
      if (!Array.isArray(list)) return undefined;
      return list.map((item, index) =>
        Object.fromEntries(
          members.map(([name, found]) => [name, found?.value({ ...each, roots: { ...each.roots, item, index } })]),
        ),
      );
    };
    return {
      text: isOwn ? source.text : `each of ${source.text}`,
      value,
      seen: examples.length,
      ...(isOwn ? {} : { template: { '=each': source.text, '=show': show } }),
    };
  }
  return undefined;
}

function findPlain(examples: readonly Example[], name: string, terms: readonly Term[]): FoundTerm | undefined {
  const [first] = examples;
  if (first === undefined) return undefined;
  let best: FoundTerm | undefined;
  for (const term of candidates(examples, name, terms)) {
    const seen = examples.filter((each) => isSame(term.value(each), each.value)).length;
    if (seen === examples.length) return { ...term, seen };
    if (seen >= mostly * examples.length && seen > (best?.seen ?? 0)) best = { ...term, seen };
  }
  return best;
}

/** Yields the expressions to try, the most likely first. */
function* candidates(examples: readonly Example[], name: string, terms: readonly Term[]): Generator<Term> {
  const isVaried = new Set(examples.map(({ value }) => JSON.stringify(value))).size > 1;
  const [value, count] = [examples[0]?.value, examples.length];
  const ofName = (term: Term) => term.text.endsWith(`.${name}`);
  const isScalar = [value].flat().every((each) => each === null || typeof each !== 'object');
  const before = terms.find(({ text }) => isBefore(text, name));
  if (before !== undefined && examples.length > 1 && examples.every((each) => typeof each.value === 'number')) {
    // A number that changes is more often incremented or summed than replaced.
    for (const sign of ['+', '-'] as const) {
      yield combine(before, sign, constant(1));
      for (const term of terms) if (term !== before) yield combine(before, sign, term);
    }
  }
  yield* terms.filter((term) => ofName(term) && (isVaried || term !== before));
  // A key of another record more often belongs to a record that the request refers to.
  if (!isVaried && count > 1 && keyNamePattern.test(name) && toKeyText(value) !== undefined) yield* terms;
  if (!isVaried && isScalar && count > 1) yield constant(value);
  const at = instantOf(examples.map((each) => ({ value: each.value, of: each.scene })));
  if (at !== undefined)
    yield { text: at, value: (each) => examples.find(({ scene }) => scene === each.scene)?.value ?? at };
  if (examples.length < 2) return;
  yield* terms.filter((term) => !ofName(term));
  if (!examples.every((each) => typeof each.value === 'number')) return;
  const numbers = terms.filter((term) => examples.some((each) => typeof term.value(each) === 'number'));
  for (const step of [1, -1]) for (const term of numbers) yield combine(term, step > 0 ? '+' : '-', constant(1));
  if (!isVaried && examples.length < 4) return;
  for (const term of numbers) yield { text: `-${term.text}`, value: (each) => -numberOf(term.value(each)) };
  for (const sign of ['+', '-', '*'] as const)
    for (const one of numbers) for (const other of numbers) if (one !== other) yield combine(one, sign, other);
}

/** Returns whether an expression is the value of a member before the change. */
function isBefore(text: string, name: string): boolean {
  return text === `old.${name}` || (text.startsWith('find(') && text.endsWith(`).${name}`));
}

function constant(value: unknown): Term {
  return { text: toLiteral(value), value: () => value };
}

function combine(one: Term, sign: '+' | '-' | '*', other: Term): Term {
  const calculate = {
    '+': (a: number, b: number) => a + b,
    '-': (a: number, b: number) => a - b,
    '*': (a: number, b: number) => a * b,
  };
  return {
    text: `${one.text} ${sign} ${other.text}`,
    value: (each) => Number(calculate[sign](numberOf(one.value(each)), numberOf(other.value(each))).toPrecision(12)),
  };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** Finds one expression per value of a deciding member, such as a state. */
function findByCase(examples: readonly Example[], name: string, terms: readonly Term[]): FoundTerm | undefined {
  if (examples.length < 4) return undefined;
  for (const decides of terms) {
    // Each record has its own key, so keys cannot decide.
    if (keyNamePattern.test(decides.text) || examples.some((each) => isObject(decides.value(each)))) continue;
    const groups = groupBy(examples, (each) => toLiteral(decides.value(each)));
    const single = [...groups.values()].filter((own) => own.length < 2).length;
    // Values that differ each time cannot decide.
    if (groups.size < 2 || groups.size > Math.min(mostCases, examples.length / 2) || single * 2 > groups.size) continue;
    const cases = [...groups].map(([literal, own]) => {
      const found =
        own.length === 1
          ? constantIn(own)
          : findPlain(
              own,
              name,
              terms.filter((term) => term !== decides),
            );
      return found === undefined ? undefined : { literal, own, found };
    });
    const complete = cases.filter((each) => each !== undefined);
    if (complete.length < cases.length) continue;
    const last = complete.reduce((one, other) => (other.own.length > one.own.length ? other : one));
    const tests = complete.filter((each) => each !== last);
    return {
      text: tests.reduceRight(
        (rest, { literal, found }) => `${decides.text} == ${literal} ? ${found.text} : ${rest}`,
        last.found.text,
      ),
      value: (each) => {
        const literal = toLiteral(decides.value(each));
        return (tests.find((one) => one.literal === literal) ?? last).found.value(each);
      },
      seen: complete.reduce((sum, { found }) => sum + found.seen, 0),
    };
  }
  return undefined;
}

function constantIn(examples: readonly Example[]): FoundTerm | undefined {
  const value = examples[0]?.value;
  return typeof value === 'object' && value !== null ? undefined : { ...constant(value), seen: examples.length };
}

/** Lists the values that expressions can use: those of the first examples, and the sizes and sums of lists. */
function termsOf(examples: readonly Example[], name: string): Term[] {
  const found = new Map<string, Term>();
  // A member that few requests have can still decide a flag.
  const isFlag = examples.every(({ value }) => typeof value === 'boolean');
  for (const { roots } of examples.slice(0, 20))
    for (const [root, value] of Object.entries(roots)) {
      if (typeof value === 'number') found.set(root, { text: root, value: (each) => each.roots[root] });
      if (!isObject(value)) continue;
      for (const [path, leaf] of scalarsOf(value)) {
        const text = `${root}${path.split('.').reduce(readMember, '')}`;
        const read = (each: Pick<Example, 'roots'>) => getMember(each.roots[root], path);
        found.set(text, { text, value: read });
        if (isFlag)
          found.set(`${text} != null`, { text: `${text} != null`, value: (each) => (read(each) ?? null) !== null });
        if (Array.isArray(leaf)) for (const term of termsOfList(text, leaf, read)) found.set(term.text, term);
      }
    }
  const rank = ({ text }: Term) => Number(!text.endsWith(`.${name}`));
  const terms = [...found.values()].sort((one, other) => rank(one) - rank(other)).slice(0, mostTerms);
  return [...terms, ...spansOf(examples, terms)];
}

/** Lists the numbers of days between two of the values. */
function spansOf([first]: readonly Example[], terms: readonly Term[]): Term[] {
  const dates = first === undefined ? [] : terms.filter((term) => isDay(term.value(first))).slice(0, mostDates);
  return dates.flatMap((end) =>
    dates.flatMap((start): Term[] => {
      const days = (each: Pick<Example, 'scene' | 'roots'>) =>
        Math.floor((Date.parse(String(end.value(each))) - Date.parse(String(start.value(each)))) / dayMs);
      const isSpan = first !== undefined && end !== start && days(first) > 0;
      return isSpan ? [{ text: `days(timestamp(${end.text}) - timestamp(${start.text}))`, value: days }] : [];
    }),
  );
}

const [mostDates, dayMs] = [4, 86_400_000];

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value));
}

function termsOfList(text: string, list: readonly unknown[], read: (each: Pick<Example, 'roots'>) => unknown): Term[] {
  const items = (each: Pick<Example, 'roots'>) => {
    const value = read(each);
    return Array.isArray(value) ? value : [];
  };
  const [item] = list;
  const names = isObject(item) ? Object.keys(item).filter((name) => typeof item[name] === 'number') : [];
  const sum = (values: readonly number[]) => Number(values.reduce((total, each) => total + each, 0).toPrecision(12));
  return [
    { text: `${text}.size()`, value: (each) => items(each).length },
    ...names.map((name) => ({
      text: `${text}.map(i, ${readMember('i', name)}).sum()`,
      value: (each: Pick<Example, 'roots'>) => sum(items(each).map((one) => numberOf(getMember(one, name)))),
    })),
    ...names.flatMap((name, index) =>
      names
        .slice(index + 1)
        .map((other) => ({
          text: `${text}.map(i, ${readMember('i', name)} * ${readMember('i', other)}).sum()`,
          value: (each: Pick<Example, 'roots'>) =>
            sum(items(each).map((one) => numberOf(getMember(one, name)) * numberOf(getMember(one, other)))),
        })),
    ),
  ];
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || ((one ?? null) === null && (other ?? null) === null) || isDeepStrictEqual(one, other);
}
