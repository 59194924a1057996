import { describeClub } from './describe-club.js';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const whole = { type: 'integer' };
const day = { type: 'string', format: 'date' };
const moment = { type: 'string', format: 'date-time' };
const one = (...values: string[]) => ({ type: 'string', enum: values });
const list = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });

const collections: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  sailors: {
    firstName: text,
    lastName: text,
    kind: one('private', 'company'),
    rebatePercent: whole,
    credit: whole,
    bornOn: day,
    diedOn: { type: ['string', 'null'], format: 'date' },
  },
  tariffs: { name: text, amount: whole, period: one('month', 'year'), trialDays: whole, quota: whole },
  contracts: {
    sailorId: text,
    tariffId: text,
    berths: whole,
    status: one('pending', 'running', 'paused', 'ended'),
    startsOn: day,
    days: whole,
  },
  boats: { sailorId: text, name: text, status: one('afloat', 'ashore', 'sold'), length: whole },
  jobs: {
    sailorId: text,
    boatId: text,
    status: one('planned', 'inProgress', 'done', 'dropped'),
    finishedAt: moment,
    workMinutes: whole,
    items: list({ article: text, quantity: whole, unitPrice: whole, amount: whole }),
    materialTotal: whole,
    workTotal: whole,
  },
  trips: { boatId: text, startsAt: moment, durationMinutes: whole, waitingMinutes: whole },
  articles: { name: text, stock: whole, minStock: whole, price: whole },
  bills: {
    sailorId: text,
    jobId: text,
    contractId: text,
    status: one('open', 'partlyPaid', 'paid', 'void'),
    rebate: whole,
    net: whole,
    vat: whole,
    total: whole,
    credit_applied: whole,
    paid: whole,
    outstanding: whole,
    issuedOn: day,
    payments: list({ amount: whole, method: text }),
  },
};

/** Describes a harbour API. `more` contains additional members of its records, which only the server sets. */
export function describeHarbour(more: Readonly<Record<string, Readonly<Record<string, Schema>>>>): object {
  return describeClub(
    Object.fromEntries(
      Object.entries(collections).map(([name, properties]) => [
        name,
        { properties: { ...properties, ...more[name] }, readOnly: Object.keys(more[name] ?? {}) },
      ]),
    ),
  );
}
