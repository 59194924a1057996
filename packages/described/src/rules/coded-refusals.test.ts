import { describe, expect, it } from 'vitest';
import { describeText } from '../testing/serve-described.js';

const text = { type: 'string' };
const number = { type: 'integer' };
const one = (values: string) => ({ type: 'string', enum: values.split(' ') });

/** The members of records of a library, a marina, a clinic and a bank. */
const records: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  readers: { name: text, standing: one('clear barred'), tierId: text },
  tiers: { name: text, maxLoans: number },
  titles: { name: text },
  copies: { titleId: text, condition: one('ready damaged lost'), lent: { type: 'boolean' } },
  loans: { readerId: text, copyId: text, titleId: text, status: one('requested running returned'), balance: number },
  boats: { name: text },
  categories: { name: text },
  berths: { categoryId: text, surface: one('clear blocked'), occupied: { type: 'boolean' } },
  stays: {
    ...{ boatId: text, berthId: text, categoryId: text, status: one('announced moored left') },
    ...{ arrival: { type: 'string', format: 'date' }, balance: number },
  },
  patients: { name: text },
  visits: { patientId: text, status: one('planned started done'), startsAt: { type: 'string', format: 'date-time' } },
  accounts: { status: one('open frozen closed'), balance: number, capacity: number, takenCount: number },
};
/** The actions on records, with the members of their requests. */
const actions: Readonly<Record<string, object>> = {
  'copies/repair': {},
  'loans/handOut': { copyId: text },
  'loans/giveBack': {},
  'stays/moor': { berthId: text },
  'stays/leave': {},
  'stays/payments': { amount: number },
  'berths/unblock': {},
  'visits/cancel': {},
  'accounts/withdraw': { amount: number },
  'accounts/freeze': {},
};

const bodyOf = (schema: object) => ({ content: { 'application/json': { schema } } });
const schemaOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const keyed = [{ name: 'id', in: 'path', required: true, schema: text }];

function describeRecords(sentences: Readonly<Record<string, string>>, refusal?: string) {
  const paths: Record<string, object> = {};
  const operation = (operationId: string, more: object) => ({
    ...{ operationId, ...(sentences[operationId] === undefined ? {} : { description: sentences[operationId] }) },
    ...more,
  });
  const conflictOf = (operationId: string) => ({
    '409': { description: (operationId in sentences ? refusal : undefined) ?? 'A rule stands against it.' },
  });
  for (const name of Object.keys(records)) {
    const shown = { description: 'The record.', ...bodyOf(schemaOf(name)) };
    const list = { description: 'All.', ...bodyOf({ type: 'array', items: schemaOf(name) }) };
    paths[`/${name}`] = {
      get: operation(`list ${name}`, { responses: { '200': list } }),
      post: operation(`create ${name}`, {
        requestBody: bodyOf(schemaOf(name)),
        responses: { '201': shown, ...conflictOf(`create ${name}`) },
      }),
    };
    paths[`/${name}/{id}`] = {
      parameters: keyed,
      get: operation(`get ${name}`, { responses: { '200': shown, '404': { description: 'Unknown.' } } }),
      patch: operation(`change ${name}`, {
        requestBody: bodyOf(schemaOf(name)),
        responses: { '200': shown, ...conflictOf(`change ${name}`) },
      }),
      delete: operation(`delete ${name}`, {
        responses: { '204': { description: 'Gone.' }, ...conflictOf(`delete ${name}`) },
      }),
    };
  }
  for (const [path, properties] of Object.entries(actions)) {
    const [name = '', verb = ''] = path.split('/');
    const post = operation(`${verb} ${name}`, {
      ...(Object.keys(properties).length === 0 ? {} : { requestBody: bodyOf({ type: 'object', properties }) }),
      responses: { '200': { description: 'The record.', ...bodyOf(schemaOf(name)) }, ...conflictOf(`${verb} ${name}`) },
    });
    paths[`/${name}/{id}/${verb}`] = { parameters: keyed, post };
  }
  const schemas = Object.entries(records).map(([name, properties]) => [
    name,
    { type: 'object', properties: { id: { ...text, readOnly: true }, ...properties } },
  ]);
  return {
    openapi: '3.0.3',
    info: { title: 'Records', version: '1' },
    paths,
    components: { schemas: Object.fromEntries(schemas) },
  };
}

/** The conditions of an operation by the code of their errors. */
async function needsOf(operationId: string, sentence: string, refusal?: string) {
  const described = await describeText('records', describeRecords({ [operationId]: sentence }, refusal));
  const { operations = {}, resources = {}, errors = {} } = described.writeModel().full;
  const guards = Object.values(resources)
    .flatMap(({ lifecycle }) => Object.values(lifecycle?.transitions ?? {}))
    .filter(({ on, otherwise }) => on === operationId && otherwise !== undefined);
  const held = Object.values(resources).flatMap(({ holds }) => Object.values(holds ?? {}));
  const needs = {
    ...operations[operationId]?.needs,
    ...Object.fromEntries(held.map(({ that, otherwise = 'invalid' }) => [otherwise, that])),
    ...Object.fromEntries(guards.map(({ from, otherwise = '' }) => [otherwise, from])),
  };
  const coded = Object.entries(needs).map(([kind, need]) => [errors[kind]?.code ?? kind, need]);
  return Object.fromEntries(coded);
}

describe('an operation description with error codes', () => {
  it.each<readonly [string, string, Readonly<Record<string, unknown>>]>([
    [
      'moor stays',
      'The stay has to be `announced` (otherwise `wrong_status`) and its arrival date must have come (otherwise `too_early`). The berth must be of the booked category (`wrong_size`), `clear` (`blocked_berth`) and without another boat in it (`taken`).',
      {
        wrong_status: 'announced',
        too_early: '!(self.arrival > date(now))',
        wrong_size: 'find("berths", body.berthId).categoryId == self.categoryId',
        blocked_berth: 'find("berths", body.berthId).surface == "clear"',
        taken: '!(find("berths", body.berthId).occupied == true)',
      },
    ],
    [
      'handOut loans',
      'Only requested loans can be handed out (409 `not_requested`), and only while the reader is clear (409 `barred`). The copy has to be of the same title (`wrong_copy`) and must not be lost (`lost_copy`).',
      {
        not_requested: 'requested',
        barred: 'find("readers", self.readerId).standing == "clear"',
        wrong_copy: 'find("copies", body.copyId).titleId == self.titleId',
        lost_copy: '!(find("copies", body.copyId).condition == "lost")',
      },
    ],
    [
      'leave stays',
      'Only boats that are moored can leave (`not_moored`), and only once the balance is settled (`unpaid`).',
      { not_moored: 'moored', unpaid: '!(self.balance > 0)' },
    ],
    [
      'delete berths',
      'A blocked berth cannot be removed (409 `blocked_berth`), nor can one in which a boat is moored (409 `taken`).',
      { blocked_berth: '!(self.surface == "blocked")', taken: '!(of("stays").exists(each, each.status == "moored"))' },
    ],
    [
      'delete readers',
      'Readers who have a loan that is `requested` or `running` stay on file and cannot be deleted; the answer is 409 `has_loans`.',
      { has_loans: 'of("loans").filter(each, each.status in ["requested","running"]).size() == 0' },
    ],
    [
      'delete titles',
      'A title that copies belong to cannot be deleted. Otherwise you would get a 409 with the code `in_use`.',
      { in_use: 'of("copies").size() == 0' },
    ],
    [
      'unblock berths',
      'The call turns a `blocked` berth into a `clear` one. On any other surface the call is refused with `not_blocked`.',
      { not_blocked: 'self.surface in ["blocked"]' },
    ],
    [
      'repair copies',
      'Makes a `damaged` copy `ready` again. In any other condition you get 409 `not_damaged`.',
      { not_damaged: 'self.condition in ["damaged"]' },
    ],
    [
      'unblock berths',
      'Berths that are not blocked give 409 `not_blocked`.',
      { not_blocked: 'self.surface == "blocked"' },
    ],
    [
      'payments stays',
      'Nobody can pay more than the open balance (409 `overpaid`). Stays that are left take no payments (409 `over`).',
      { overpaid: '!(body.amount > self.balance)', over: ['announced', 'moored'] },
    ],
    [
      'withdraw accounts',
      'The account has to be open, or the call fails with `not_open`. You cannot take out more than the balance, which gives 409 `too_much`.',
      { not_open: 'open', too_much: '!(body.amount > self.balance)' },
    ],
    [
      'freeze accounts',
      '`not_open` if the account is closed or frozen, and `in_debt` when the balance is below 0.',
      { not_open: 'open', in_debt: '!(self.balance < 0)' },
    ],
    [
      'change accounts',
      'The capacity cannot go below the taken count (`too_small`).',
      { too_small: '!(self.capacity < self.takenCount)' },
    ],
    [
      'cancel visits',
      'A visit cannot be cancelled less than 24 hours before it starts (409 `too_late`), nor once it is done (409 `over`).',
      { too_late: '!(now > self.startsAt - hours(24))', over: ['planned', 'started'] },
    ],
    [
      'create loans',
      'Refused if the reader already has as many running loans as the tier allows (`limit`) or is barred (`barred`).',
      {
        barred: 'self.readerId == null || !(find("readers", self.readerId).standing == "barred")',
        limit:
          'self.readerId == null || !(find("tiers", find("readers", self.readerId).tierId).maxLoans != null && of("loans", find("readers", self.readerId)).filter(each, each.status == "running").size() >= find("tiers", find("readers", self.readerId).tierId).maxLoans)',
      },
    ],
    [
      'cancel visits',
      'Possible while the visit is `planned`; in any other status you receive 409 `too_late`.',
      { too_late: 'planned' },
    ],
  ])('determines the conditions of "%s": %s', async (operationId, sentence, needs) => {
    expect(await needsOf(operationId, sentence)).toEqual(needs);
  });
});

describe('an error response description with error codes', () => {
  it.each<readonly [string, string, Readonly<Record<string, unknown>>]>([
    [
      'handOut loans',
      '`reader_barred` for a reader who may not borrow, `copy_lost` for one that nobody has seen.',
      {
        reader_barred: '!(find("readers", self.readerId).standing == "barred")',
        copy_lost: '!(find("copies", body.copyId).condition == "lost")',
      },
    ],
    [
      'handOut loans',
      'Looked at in this order: `gone`, the copy is lost; `copy_out`, `lent` of the copy is true.',
      {
        gone: '!(find("copies", body.copyId).condition == "lost")',
        copy_out: '!(find("copies", body.copyId).lent == true)',
      },
    ],
    ['leave stays', 'The stay is in any other status than `moored` (reason `not_moored`).', { not_moored: 'moored' }],
    ['leave stays', 'It is in any status but `moored` (reason: `not_moored`).', { not_moored: 'moored' }],
    ['freeze accounts', 'The account is in a state other than `open` (type `not_open`).', { not_open: 'open' }],
    ['freeze accounts', '`not_open` for an account in any state except `open`.', { not_open: 'open' }],
    [
      'delete titles',
      'There are copies of this title, lost ones included (reason `in_use`).',
      { in_use: 'of("copies").size() == 0' },
    ],
    [
      'delete berths',
      '`taken` while a stay in it is moored.',
      { taken: '!(of("stays").exists(each, each.status == "moored"))' },
    ],
    ['leave stays', '`too_tall` for a boat that is too tall.', {}],
    ['leave stays', '`too_often` after three attempts.', {}],
  ])('determines the conditions of "%s": %s', async (operationId, refusal, needs) => {
    expect(await needsOf(operationId, '', refusal)).toEqual(needs);
  });
});
