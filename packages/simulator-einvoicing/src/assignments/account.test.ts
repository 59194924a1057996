import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  addClosingEvent,
  computeAccount,
  createEventDraft,
  createStepEvent,
  findFirstLateDay,
  findNextStep,
  toDate,
  toDayNumber,
  toStartOfDay,
} from './account.js';
import type { AssignmentHistory, EventDraft } from './entities.js';

const firstDay = toDayNumber('2026-01-15');
type Recorded = EventDraft & { readonly createdAt: string };

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The interest until a day, computed by hand: 10.5 % a year, added up daily in decimals, rounded at the end. */
function reckonedInterest({ assignment, events }: AssignmentHistory, until: number): Big {
  let sum = new Big(0);
  const from = findFirstLateDay({ assignment, events });
  for (let day = from; day < until; day += 1) {
    let open = new Big(assignment.principal);
    let charges = new Big(0);
    for (const { type, amount = 0, createdAt } of events) {
      if (toDayNumber(createdAt) > day) break;
      if (type === 'reminder') charges = charges.plus(amount);
      if (type === 'credit_note') open = open.minus(amount);
      if (type === 'paid') {
        const covered = charges.lt(amount) ? charges : new Big(amount);
        charges = charges.minus(covered);
        open = open.minus(amount).plus(covered);
      }
    }
    if (open.gt(0)) sum = sum.plus(open.times('0.105'));
  }
  return sum.div(365).round(0, Big.roundHalfUp);
}

describe('the account of an assignment', () => {
  it('is correct to the cent after each event of 2,000 random sequences', () => expectRightAccounts(2000));

  it('is correct to the cent after each event of 10,000 random sequences', { tags: 'slow' }, () =>
    expectRightAccounts(10_000),
  );

  function expectRightAccounts(sequences: number): void {
    const random = numbersFrom(20_260_115);
    const seen = new Map<string, number>();
    let reminders = 0;
    for (let sequence = 0; sequence < sequences; sequence += 1) {
      const principal = 1 + Math.floor(random() ** 3 * 2_000_000);
      const assignment = {
        principal,
        currency: 'EUR',
        dueDate: toDate(firstDay + Math.floor(random() * 40) - 10),
        serviceLevel: (['default', 'premium', 'vip'] as const)[Math.floor(random() * 3)] ?? 'default',
        createdAt: toStartOfDay(firstDay).toISOString(),
      };
      const events: Recorded[] = [];
      // The oracle uses its own decimals, independent of the code under test.
      let owed = new Big(principal).div(100);
      let day = firstDay;
      const record = (drafts: readonly EventDraft[]) => {
        for (const draft of drafts) {
          events.push({ ...draft, createdAt: toStartOfDay(day).toISOString() });
          seen.set(draft.type, (seen.get(draft.type) ?? 0) + 1);
          const amount = new Big(draft.amount ?? 0).div(100);
          if (draft.type === 'reminder') owed = owed.plus(amount);
          if (draft.type === 'paid' || draft.type === 'credit_note') owed = owed.minus(amount);
          const account = computeAccount({ assignment, events });
          const { open, fees, interest, payments, credits } = account;
          if (!owed.times(100).eq(open) || open !== principal + interest + fees - payments - credits) {
            throw new Error(
              `Sequence ${sequence}: ${open} cents open, ${owed} expected, after ${JSON.stringify(events)}`,
            );
          }
        }
      };
      const runSteps = (until: number) => {
        for (
          let next = findNextStep({ assignment, events });
          next !== undefined;
          next = findNextStep({ assignment, events })
        ) {
          const at = Math.max(toDayNumber(next.at.toISOString()), day);
          if (at > until) return;
          day = at;
          const event = createStepEvent({ assignment, events }, next.step, toStartOfDay(day));
          if (event.type === 'reminder' && sequence % 20 === 0) {
            reminders += 1;
            const charged = computeAccount({ assignment, events }).interest;
            const reckoned = reckonedInterest({ assignment, events }, day).minus(charged);
            expect(event.interest).toBe(Math.max(0, reckoned.toNumber()));
          }
          record([event]);
        }
      };

      record([{ type: 'created', createdBy: 'PROVIDER', amount: principal }]);
      const length = 1 + Math.floor(random() * 8);
      for (let count = 0; count < length; count += 1) {
        const until = day + Math.floor(random() * 25);
        runSteps(until);
        day = Math.max(day, until);
        if (computeAccount({ assignment, events }).status === 'Closed') break;
        record(
          addClosingEvent(
            { assignment, events },
            randomDraft(random, computeAccount({ assignment, events }).open, day),
          ),
        );
      }
      const { status, open } = computeAccount({ assignment, events });
      const last = events.at(-1)?.type;
      expect(status === 'Closed').toBe(last === 'close');
      if (open <= 0) expect(status).toBe('Closed');
    }
    // Every kind of event occurred, and the interest was computed often enough to be meaningful.
    for (const type of [
      'created',
      'comment',
      'paid',
      'credit_note',
      'close',
      'due_date_change',
      'cancel',
      'reminder',
    ]) {
      expect(seen.get(type), type).toBeGreaterThan(sequences / 20);
    }
    expect(reminders).toBeGreaterThan(sequences / 50);
  }

  it('reads amounts as exact cents, and rejects fractions of a cent', () => {
    for (let cents = 1; cents < 100_000; cents += 7) {
      expect(createEventDraft({ type: 'paid', amount: Number(`${cents}e-2`) }, 'COMPANY')).toMatchObject({
        amount: cents,
      });
    }
    for (const amount of [0.001, 10.005, 0, -1, 1e13, Number.NaN]) {
      expect(createEventDraft({ type: 'paid', amount }, 'COMPANY')).toHaveProperty('faults');
    }
  });
});

function randomDraft(random: () => number, open: number, day: number): EventDraft {
  const chance = random();
  const createdBy = random() < 0.5 ? 'COMPANY' : 'PROVIDER';
  const part = Math.max(1, Math.floor(open * random()));
  if (chance < 0.3) return { type: 'paid', createdBy, amount: part };
  if (chance < 0.4) return { type: 'paid', createdBy, amount: open };
  if (chance < 0.45) return { type: 'paid', createdBy, amount: open + part };
  if (chance < 0.6) return { type: 'credit_note', createdBy, amount: part };
  if (chance < 0.75)
    return { type: 'due_date_change', createdBy, dueDate: toDate(day + Math.floor(random() * 30) - 10) };
  if (chance < 0.9) return { type: 'comment', createdBy, message: 'A word' };
  if (chance < 0.95) return { type: 'cancel', createdBy };
  return { type: 'close', createdBy: 'PROVIDER' };
}
