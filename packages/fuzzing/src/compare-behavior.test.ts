import { createContract } from '@understudy/contract';
import { expect, it } from 'vitest';
import { compareBehavior } from './compare-behavior.js';

const text = { type: 'string' };
const status = { type: 'string', enum: ['open', 'shipped', 'canceled'] };

/** Describes orders. */
function shop({ cancel = '', code = true, more = {} }: { cancel?: string; code?: boolean; more?: object }) {
  const properties = { id: { ...text, readOnly: true }, status: { ...status, readOnly: true }, number: text };
  const order = { type: 'object', required: ['id', 'status', 'number'], properties };
  const json = { content: { 'application/json': { schema: order } } };
  const key = [{ name: 'orderId', in: 'path', required: true, schema: text }];
  const shown = { description: 'The order.', ...json };
  const error = (description: string) => ({ description });
  return createContract('shop', {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/orders': {
        post: {
          operationId: 'createOrder',
          description: 'The order starts out `open`.',
          requestBody: json,
          responses: {
            201: shown,
            ...(code ? { 409: error('There is an order with this number already (`numberTaken`).') } : {}),
          },
        },
      },
      '/orders/{orderId}': { get: { operationId: 'getOrder', parameters: key, responses: { 200: shown } } },
      '/orders/{orderId}/ship': {
        post: {
          operationId: 'shipOrder',
          description: 'From `open` to `shipped`.',
          parameters: key,
          responses: { 200: shown, 409: error('The status does not allow it.') },
        },
      },
      '/orders/{orderId}/cancel': {
        post: {
          operationId: 'cancelOrder',
          description: cancel,
          parameters: key,
          responses: {
            200: { ...shown, description: 'The order, now `canceled`.' },
            409: error('The status does not allow it.'),
          },
        },
      },
      ...more,
    },
  });
}

const early = 'Possible while the order is `open` or `shipped`.';

it('reports the states in which an operation is no longer accepted', () => {
  const [before, after] = [shop({ cancel: early }), shop({ cancel: 'Possible while the order is `open`.' })];
  expect(compareBehavior(before, after)).toEqual(['cancelOrder is no longer accepted if the status is shipped']);
  expect(compareBehavior(after, before)).toEqual(['cancelOrder is accepted now if the status is shipped']);
});

it('reports added and removed rules, but ignores other changed text and new operations', () => {
  const [before, after] = [shop({ cancel: early }), shop({ cancel: early, code: false })];
  expect(compareBehavior(before, after)).toEqual(['no longer: createOrder: no two have the same number']);
  expect(compareBehavior(after, before)).toEqual(['new: createOrder: no two have the same number']);
  const other = shop({ cancel: `${early} Ask us about the rest.`, more: { '/labels': { get: { responses: {} } } } });
  expect(compareBehavior(before, other)).toEqual([]);
});
