import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { BehaviorModel } from './behavior-model.js';
import { compareModels, printModel } from './print-model.js';

const model: BehaviorModel = {
  understudy: 1,
  errors: { state: { status: 409, message: 'The order is {self.status}: # no' } },
  resources: {
    'orders: open': {
      key: { member: 'id' },
      members: {
        'lines[].amount': { value: 'round(item.quantity * item.price, 2)' },
        total: { value: 'self.lines.map(l, l.amount).sum()' },
        note: { default: '=body.note' },
      },
    },
  },
  operations: {
    listOrders: { list: 'orders: open', where: { q: 'contains(self, value)' } },
    yes: { answer: 'described' },
    '1': { answer: 'described' },
  },
  because: {
    '/resources/orders: open/members/total': {
      rule: 'sum-of-lines',
      from: '#/components/schemas/Order',
      says: 'Sum of\nthe lines',
    },
  },
};

it('parsing a printed model returns the same model', async () => {
  const { because, ...statements } = model;
  expect(parse(await printModel(model))).toEqual(statements);
  expect(parse(await printModel(model, { why: true }))).toEqual(statements);
});

it('prints an operation on one line, with its path as a comment', async () => {
  const text = await printModel(model, { comments: new Map([['/operations/listOrders', 'GET /orders']]) });
  expect(text).toMatch(/^ {2}listOrders: \{ list: .* \} # GET \/orders$/m);
});

it('prints the rule and its evidence above a statement', async () => {
  const text = await printModel(model, { why: true });
  expect(text).toMatch(/# sum-of-lines: #\/components\/schemas\/Order, "Sum of\\nthe lines"\n +total:/);
});

it('compares the statements of two models, not their reasons', () => {
  const other = structuredClone({ ...model, because: {} });
  expect(compareModels(model, other)).toEqual([]);
  expect(compareModels(model, { ...other, errors: { state: { status: 422 } } })).toEqual([
    { at: '/errors/state/status', before: 409, after: 422 },
    { at: '/errors/state/message', before: 'The order is {self.status}: # no', after: undefined },
  ]);
});
