import { expect, it } from 'vitest';
import { mergeModel } from './read-model.js';

it('a message can be added to an inferred condition, and a condition replaces one with a message', () => {
  const pay = { on: 'payOrder', needs: { dear: 'self.total < 9' } };
  const inferred = {
    operations: { payOrder: { needs: { dear: 'body.amount < 9', late: { that: 'false', message: 'Late' } } } },
    resources: { orders: { lifecycle: { member: 'status', transitions: { pay } } } },
  };
  const merged = mergeModel(inferred, {
    operations: { payOrder: { needs: { dear: { message: 'Too dear' }, late: 'true' } } },
    resources: { orders: { lifecycle: { transitions: { pay: { needs: { dear: { field: 'total' } } } } } } },
  } as object);
  expect(merged.operations?.['payOrder']?.needs).toEqual({
    dear: { that: 'body.amount < 9', message: 'Too dear' },
    late: 'true',
  });
  expect(merged.resources?.['orders']?.lifecycle?.transitions?.['pay']?.needs).toEqual({
    dear: { that: 'self.total < 9', field: 'total' },
  });
});
