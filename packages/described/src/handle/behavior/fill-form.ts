import { stringifyJson } from '@understudy/contract';
import type { IdGenerator, RandomSource } from '@understudy/kernel';
import { defineCollection } from '@understudy/kernel';
import { dayInZone, getMember, type MemberLocation, rememberSome } from '@understudy/model';
import type { StoreContext } from '../entity-store.js';

/** The sources of generated values. */
export interface FormContext {
  readonly ids: IdGenerator;
  readonly random: RandomSource;
  /** Called with the most recent number of a sequence. */
  readonly counted?: (name: string, last: number) => void;
}

interface Filling {
  readonly ids: Pick<IdGenerator, 'next'>;
  readonly random: RandomSource;
  readonly now: Date;
  /** The time zone that determines the date. */
  readonly zone?: string | undefined;
  /** Returns the next number of the sequence. */
  readonly count: () => number;
  readonly record?: unknown;
}

const counters = defineCollection<{ readonly last: number }>('sequences of forms');
const letters = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Fills a format: `{sequence:5}` counts, `{year}`, `{month}` and `{day}` come from the clock, `{uuid}` is a UUID,
 * `{digits:9}`, `{letters:3}`, `{A2}` and `{14}` are random, and `{name}` is a member of the record. The formats `uuid`
 * and `integer` are used without braces.
 */
export function fillForm(form: string, filling: Filling): unknown {
  if (form === 'uuid') return filling.ids.next('thing');
  if (form === 'integer') return filling.count();
  let text = '';
  for (const part of rememberSome(read, form, mostForms, () => readForm(form)))
    text += typeof part === 'string' ? part : part(filling);
  return text;
}

type Fill = (filling: Filling) => string;

/** Maximum number of parsed formats in memory. */
const mostForms = 500;
const read = new Map<string, readonly (string | Fill)[]>();

function readForm(form: string): readonly (string | Fill)[] {
  return form.split(/\{([^{}]+)\}/).map((part, index) => {
    if (index % 2 === 0) return part;
    const [, word = '', width = ''] = /^([a-zA-Z]*):?(\d*)$/.exec(part) ?? [undefined, part];
    const fill = fills.get(word);
    const length = Math.min(64, Number(width || 0));
    return fill === undefined
      ? ({ record }) => String(getMember(record, part) ?? '')
      : (filling) => fill(filling, length);
  });
}

const fills: ReadonlyMap<string, (filling: Filling, length: number) => string> = new Map([
  ['sequence', ({ count }: Filling, length: number) => String(count()).padStart(length, '0')],
  ['year', ({ now, zone }) => dayInZone(now, zone).slice(0, 4)],
  ['month', ({ now, zone }) => dayInZone(now, zone).slice(5, 7)],
  ['day', ({ now, zone }) => dayInZone(now, zone).slice(8)],
  ['uuid', ({ ids }) => ids.next('thing')],
  ['digits', drawFrom('0123456789')],
  ['letters', drawFrom(letters)],
  ['A', drawFrom(letters.toUpperCase())],
  ['hex', drawFrom('0123456789abcdef')],
  ['', drawFrom(`${letters}${letters.toUpperCase()}0123456789`)],
]);

function drawFrom(alphabet: string) {
  return ({ random }: Filling, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('');
}

/** The name of a member's sequence. @param group the value of the member by which records are counted separately */
export function sequenceOf(
  resource: string,
  { list = [], names }: Pick<MemberLocation, 'list' | 'names'>,
  group?: unknown,
): string {
  const own = `${resource} ${[...list, ...names].join('.')}`;
  return group === undefined ? own : `${own} ${stringifyJson(group)}`;
}

/** Returns the next number of a sequence. */
export function nextNumber(context: StoreContext & FormContext, name: string): number {
  const stored = context.scopes.shared.collection(counters);
  const last = (stored.getSync(name)?.last ?? 0) + 1;
  setLastNumber(context, name, last);
  context.counted?.(name, last);
  return last;
}

/** Makes a sequence continue after a number. */
export function setLastNumber({ scopes }: StoreContext, name: string, last: number): void {
  // Staging a record completes synchronously.
  void scopes.shared.collection(counters).put(name, { last });
}
