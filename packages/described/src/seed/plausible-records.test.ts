import { expect, test } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

type Schema = Readonly<Record<string, unknown>>;

const [text, number, integer] = [{ type: 'string' }, { type: 'number' }, { type: 'integer' }];
const object = (properties: Schema) => ({ type: 'object', required: Object.keys(properties), properties });
const listOf = (items: Schema) => ({ type: 'array', minItems: 1, items });
const time = { ...text, format: 'date-time' };

const line = object({
  name: text,
  quantity: integer,
  net_unit_amount: number,
  vat: { ...text, enum: ['18%', '5%', 'none'] },
  net_amount: number,
  vat_amount: number,
  gross_amount: number,
});
const schemas = {
  Employee: object({ number: { ...integer, readOnly: true }, name: text }),
  Project: object({
    number: { ...integer, readOnly: true },
    name: text,
    responsibleEmployeeNumber: integer,
    mainProjectNumber: integer,
    externalEmployeeNumber: integer,
    contact: object({ assistantEmployeeNumber: integer }),
  }),
  Document: object({
    id: { ...integer, readOnly: true },
    gross_total: number,
    items: listOf(line),
    summary: object({ net_amount: number, vat_amount: number, gross_amount: number }),
    balance: object({ due: number, paid: number, remaining: number }),
  }),
  Reward: object({
    id: { ...integer, readOnly: true },
    title: text,
    attributes: object({ allocated_at: text, created_at: time }),
  }),
};

function collection(name: keyof typeof schemas, key: string, example?: Schema) {
  const content = (schema: Schema, shown?: unknown) => ({
    'application/json': { schema, ...(shown === undefined ? {} : { example: shown }) },
  });
  const of = { $ref: `#/components/schemas/${name}` };
  const shown = example === undefined ? undefined : [example];
  return {
    [`/${name.toLowerCase()}s`]: {
      get: { responses: { 200: { description: 'All', content: content({ type: 'array', items: of }, shown) } } },
    },
    [`/${name.toLowerCase()}s/{${key}}`]: {
      parameters: [{ name: key, in: 'path', required: true, schema: integer }],
      get: { responses: { 200: { description: 'One', content: content(of) }, 404: { description: 'None' } } },
    },
  };
}

async function serve() {
  const paths = {
    ...collection('Employee', 'number'),
    ...collection('Project', 'number'),
    ...collection('Document', 'id'),
    ...collection('Reward', 'id', {
      ...{ id: 1, title: 'Coffee' },
      attributes: { allocated_at: 'allocated_at', created_at: '2025-11-02T10:00:00Z' },
    }),
  };
  const description = { openapi: '3.1.0', info: { title: 'Office', version: '1' }, components: { schemas }, paths };
  const { api } = await describeText('office', description, { name: 'office' });
  return createSender(await serveDescribed(api, { sandbox: { ...emptySandbox, seed: { office: { '*': 20 } } } }));
}

test('a member whose name ends with a resource and its key has the key of a record', async () => {
  const send = await serve();
  const projects = (await send('GET /projects')).body;
  const employees = (await send('GET /employees')).body.map((each: Record<string, number>) => each['number']);
  for (const { number: own, responsibleEmployeeNumber, mainProjectNumber, contact } of projects.slice(1)) {
    expect(employees).toContain(responsibleEmployeeNumber);
    expect(employees).toContain(contact.assistantEmployeeNumber);
    expect((await send(`GET /projects/${mainProjectNumber}`)).status).toBe(200);
    expect(mainProjectNumber).not.toBe(own);
  }
  expect(projects.every((each: Record<string, number>) => employees.includes(each['externalEmployeeNumber']))).toBe(
    false,
  );
});

test('the amounts of a record, its lines and the objects in it add up', async () => {
  const send = await serve();
  const near = (one: number, other: number) => expect(Math.abs(one - other)).toBeLessThan(0.011);
  for (const { items, summary, gross_total, balance } of (await send('GET /documents')).body) {
    const sum = { net: 0, vat: 0, gross: 0 };
    for (const { quantity, net_unit_amount, vat, net_amount, vat_amount, gross_amount } of items) {
      near(net_amount, quantity * net_unit_amount);
      near(vat_amount, (net_amount * (vat === 'none' ? 0 : Number.parseInt(vat, 10))) / 100);
      near(gross_amount, net_amount + vat_amount);
      sum.net += net_amount;
      sum.vat += vat_amount;
      sum.gross += gross_amount;
    }
    near(gross_total, sum.gross);
    near(summary.net_amount, sum.net);
    near(summary.vat_amount, sum.vat);
    near(summary.gross_amount, sum.gross);
    near(balance.remaining, balance.due - balance.paid);
    expect(balance.remaining).toBeGreaterThanOrEqual(0);
  }
});

test('an example that repeats the name of a member is no value of a record', async () => {
  const send = await serve();
  const [first] = (await send('GET /rewards')).body;
  expect(first).toMatchObject({ title: 'Coffee', attributes: { created_at: '2025-11-02T10:00:00Z' } });
  expect(first.attributes.allocated_at).not.toBe('allocated_at');
});
