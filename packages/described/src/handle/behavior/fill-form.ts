import { stringifyJson } from '@understudy/contract';
import type { IdGenerator, RandomSource } from '@understudy/kernel';
import { defineCollection } from '@understudy/kernel';
import { dayInZone, getMember, type MemberLocation, rememberSome } from '@understudy/model';
import type { StoreContext } from '../entity-store.js';

/** What a form is filled with. */
export interface FormContext {
  readonly ids: IdGenerator;
  readonly random: RandomSource;
  /** Called with the last number of a sequence. */
  readonly counted?: (name: string, last: number) => void;
}

interface Filling {
  readonly ids: Pick<IdGenerator, 'next'>;
  readonly random: RandomSource;
  readonly now: Date;
  /** The time zone of its day. */
  readonly zone?: string | undefined;
  /** The next number of its sequence. */
  readonly count: () => number;
  readonly record?: unknown;
}

const counters = defineCollection<{ readonly last: number }>('sequences of forms');
const letters = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Fills a form: `{sequence:5}` counts, `{year}`, `{month}` and `{day}` are those of the clock, `{uuid}` is one,
 * `{digits:9}`, `{letters:3}`, `{A2}` and `{14}` are random, and `{name}` is a member of the record. The forms `uuid` and
 * `integer` stand for themselves.
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

/** Forms whose parts are remembered. */
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

/** The name of the sequence of a member. @param group the records that count for themselves */
export function sequenceOf(
  resource: string,
  { list = [], names }: Pick<MemberLocation, 'list' | 'names'>,
  group?: unknown,
): string {
  const own = `${resource} ${[...list, ...names].join('.')}`;
  return group === undefined ? own : `${own} ${stringifyJson(group)}`;
}

/** The next number of a sequence. */
export function nextNumber(context: StoreContext & FormContext, name: string): number {
  const stored = context.scopes.shared.collection(counters);
  const last = (stored.getSync(name)?.last ?? 0) + 1;
  setLastNumber(context, name, last);
  context.counted?.(name, last);
  return last;
}

/** Continues a sequence after a number. */
export function setLastNumber({ scopes }: StoreContext, name: string, last: number): void {
  // Staging a record needs no waiting.
  void scopes.shared.collection(counters).put(name, { last });
}
