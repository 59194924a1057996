import { stringifyJson } from '@understudy/contract';
import type { IdGenerator, RandomSource } from '@understudy/kernel';
import { defineCollection } from '@understudy/kernel';
import { dayInZone, getMember, type MemberLocation } from '@understudy/model';
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
  const { ids, random, now, zone, count, record } = filling;
  if (form === 'uuid') return ids.next('thing');
  if (form === 'integer') return count();
  const draw = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('');
  return form.replace(/\{([^{}]+)\}/g, (_all, part: string) => {
    const [, word = '', width = ''] = /^([a-zA-Z]*):?(\d*)$/.exec(part) ?? [undefined, part];
    const length = Math.min(64, Number(width || 0));
    if (word === 'sequence') return String(count()).padStart(length, '0');
    if (word === 'year') return dayInZone(now, zone).slice(0, 4);
    if (word === 'month') return dayInZone(now, zone).slice(5, 7);
    if (word === 'day') return dayInZone(now, zone).slice(8);
    if (word === 'uuid') return ids.next('thing');
    if (word === 'digits') return draw('0123456789', length);
    if (word === 'letters') return draw(letters, length);
    if (word === 'A') return draw(letters.toUpperCase(), length);
    if (word === 'hex') return draw('0123456789abcdef', length);
    if (word === '') return draw(`${letters}${letters.toUpperCase()}0123456789`, length);
    return String(getMember(record, part) ?? '');
  });
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
