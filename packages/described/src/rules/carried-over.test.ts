import { describe, expect, it } from 'vitest';
import { type Domain, effectsOf, object, one, setsOf, text, whole } from '../testing/describe-effects.js';

const number = { type: ['number', 'null'] };
const says = (schema: object, description: string) => ({ ...schema, description });
const lines = { type: 'array', items: object({ id: whole, title: text, count: whole, sum: whole }) };

/** An order and the slip that a request makes of it, with these members. */
const slips = (members: object): Domain => ({
  schemas: {
    orders: {
      id: text,
      desk: whole,
      buyer: object({ name: text, age: whole }),
      total: whole,
      lines,
      status: one('open', 'sent'),
    },
    slips: { id: text, order_id: text, status: one('new', 'done'), ...members },
  },
  made: ['orders'],
  at: '/orders/{id}/send',
});

describe('a record that an action creates from another record', () => {
  it.each([
    ['properties with the same name', { desk: whole }, 'A slip is created.', { desk: '=self.desk' }],
    [
      'the value that a property description names',
      { holder: says(text, "The buyer's name.") },
      'A slip is created.',
      { holder: '=self.buyer.name' },
    ],
    [
      'the values that the action description names',
      { desk: whole, holder: says(text, "The buyer's name.") },
      "A slip is issued which takes over desk and buyer's name.",
      { desk: '=self.desk', holder: '=self.buyer.name' },
    ],
    [
      'the line items',
      {
        entries: says(
          { type: 'array', items: object({ title: text, count: whole }) },
          'One entry per line of the order',
        ),
      },
      'A slip is created.',
      { entries: '=self.lines.map(line, {"title": line.title, "count": line.count})' },
    ],
  ])('copies %s', async (_what, members, said, set) => {
    expect(await effectsOf(slips(members), said)).toEqual([{ create: 'slips', set: { order_id: '=self.id', ...set } }]);
  });

  it.each([
    ['its name and creation time', { name: text, created_at: { type: 'string', format: 'date-time' } }],
    ['a property of another type', { desk: text }],
    ['a list with different items', { entries: { type: 'array', items: object({ shelf: text }) } }],
  ])('does not copy values into %s', async (_what, members) => {
    expect(await effectsOf(slips(members), 'A slip is created.')).toEqual([
      { create: 'slips', set: { order_id: '=self.id' } },
    ]);
  });
});

describe('a formula for a property set by an action', () => {
  const tours: Domain = {
    schemas: {
      tours: {
        id: text,
        start_km: whole,
        end_km: { type: ['integer', 'null'] },
        distance: says(whole, '`end_km` less `start_km`.'),
        rate_per_km: whole,
        tip: number,
        cost: number,
        paid: number,
      },
    },
    at: '/tours/{id}/end',
    sent: { end_km: whole, tip: { type: 'number', default: 0 } },
  };
  const end = '(has(body.end_km) ? body.end_km : null)';

  it.each([
    [
      'The cost is the distance at the rate of the tour.',
      'cost',
      `=round((round(${end} - self.start_km)) * self.rate_per_km, 2)`,
    ],
    [
      'The cost is 3 for cleaning plus the distance times the rate.',
      'cost',
      `=round(3 + (round(${end} - self.start_km)) * self.rate_per_km, 2)`,
    ],
    ['`paid` becomes the cost plus the tip.', 'paid', '=self.cost + (has(body.tip) ? body.tip : 0)'],
  ])('is parsed: %s', async (said, member, value) => expect((await setsOf(tours, said))[member]).toBe(value));

  it('is not needed for request numbers stored in the property of the same name', async () => {
    expect(await setsOf(tours, '')).toMatchObject({
      end_km: '=has(body.end_km) ? body.end_km : null',
      tip: '=has(body.tip) ? body.tip : 0',
    });
  });

  it.each(['The cost is the distance at the gate.', 'The cost is at the discretion of the driver.'])(
    'is ignored if it cannot be computed: %s',
    async (said) => expect((await setsOf(tours, said))['cost']).toBeUndefined(),
  );
});
