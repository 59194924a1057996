import type { IdGenerator, RandomSource } from '@understudy/kernel';
import { defineCollection } from '@understudy/kernel';
import { getMember } from '@understudy/model';
import type { StoreContext } from '../entity-store.js';

/** What a form is filled with. */
export interface FormContext {
  readonly ids: IdGenerator;
  readonly random: RandomSource;
  /** Called with the last number of a sequence. */
  readonly counted?: (name: string, last: number) => void;
}

interface Filling {
  readonly context: StoreContext & FormContext;
  readonly now: Date;
  /** The sequence that the form counts in. */
  readonly name: string;
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
  const { context, now, name, record } = filling;
  if (form === 'uuid') return context.ids.next('thing');
  if (form === 'integer') return nextNumber(filling);
  const draw = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(context.random() * alphabet.length))).join('');
  return form.replace(/\{([^{}]+)\}/g, (_all, part: string) => {
    const [, word = '', width = ''] = /^([a-zA-Z]*):?(\d*)$/.exec(part) ?? [undefined, part];
    const length = Math.min(64, Number(width || 0));
    if (word === 'sequence') return String(nextNumber({ ...filling, name })).padStart(length, '0');
    if (word === 'year') return String(now.getUTCFullYear());
    if (word === 'month') return String(now.getUTCMonth() + 1).padStart(2, '0');
    if (word === 'day') return String(now.getUTCDate()).padStart(2, '0');
    if (word === 'uuid') return context.ids.next('thing');
    if (word === 'digits') return draw('0123456789', length);
    if (word === 'letters') return draw(letters, length);
    if (word === 'A') return draw(letters.toUpperCase(), length);
    if (word === 'hex') return draw('0123456789abcdef', length);
    if (word === '') return draw(`${letters}${letters.toUpperCase()}0123456789`, length);
    return String(getMember(record, part) ?? '');
  });
}

function nextNumber({ context, name }: Filling): number {
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
