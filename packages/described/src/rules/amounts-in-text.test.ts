import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };
const money = { type: 'string', pattern: '^[0-9]{1,6}\\.[0-9]{2}$' };
const says = (description: string) => ({ ...money, description });
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object, status = '200') => ({ [status]: { description: 'It', ...json(schema) } });
const path = (name: string) => ({ name, in: 'path', required: true, schema: text });

const plank = object({ id: text, name: text, price: money });
const line = object({ plankId: text, quantity: whole });
const sold = object({
  plankId: text,
  name: text,
  quantity: whole,
  unitPrice: says('Price of the plank.'),
  lineTotal: says('`quantity` times `unitPrice`.'),
});
const sale = object({
  id: text,
  rebatePercent: whole,
  lines: { type: 'array', items: sold },
  goods: says('Sum of the line totals.'),
  rebate: says('`rebatePercent` percent of `goods`.'),
  total: says('`goods` less `rebate`.'),
});

async function serve() {
  const { api } = await describeText('timber', {
    openapi: '3.1.0',
    info: { title: 'Timber', version: '1' },
    paths: {
      '/planks': {
        get: {
          operationId: 'listPlanks',
          description: 'The cheapest first.',
          parameters: [{ name: 'maxPrice', in: 'query', schema: money }],
          responses: answers({ type: 'array', items: plank }),
        },
        post: {
          operationId: 'addPlank',
          requestBody: json(object({ name: text, price: money })),
          responses: answers(plank, '201'),
        },
      },
      '/planks/{plankId}': {
        parameters: [path('plankId')],
        get: { operationId: 'getPlank', responses: answers(plank) },
      },
      '/sales': {
        get: { operationId: 'listSales', responses: answers({ type: 'array', items: sale }) },
        post: {
          operationId: 'sell',
          requestBody: json(object({ rebatePercent: whole, lines: { type: 'array', items: line } })),
          responses: answers(sale, '201'),
        },
      },
    },
  });
  return createSender(await serveDescribed(api));
}

it('multiplies, adds and rounds amounts stored as strings, with two decimals', async () => {
  const call = await serve();
  const { body: oak } = await call('POST /planks', { name: 'Oak', price: '2.35' });
  const { body: fir } = await call('POST /planks', { name: 'Fir', price: '0.40' });
  const lines = [
    { plankId: oak.id, quantity: 10 },
    { plankId: fir.id, quantity: 3 },
  ];
  const { body } = await call('POST /sales', { rebatePercent: 5, lines });
  expect(body).toMatchObject({
    lines: [
      { name: 'Oak', unitPrice: '2.35', lineTotal: '23.50' },
      { name: 'Fir', unitPrice: '0.40', lineTotal: '1.20' },
    ],
    goods: '24.70',
    rebate: '1.24',
    total: '23.46',
  });
});

it('sorts and filters lists numerically by amounts stored as strings', async () => {
  const call = await serve();
  for (const price of ['9.80', '10.20', '10.00']) await call('POST /planks', { name: `P${price}`, price });
  const { body } = await call('GET /planks?maxPrice=10.00');
  expect(body.map(({ price }: { price: string }) => price)).toEqual(['9.80', '10.00']);
});
