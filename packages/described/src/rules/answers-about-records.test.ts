import { describe, expect, it } from 'vitest';
import { type Domain, modelOf, object, one, text, time, whole } from '../testing/describe-effects.js';

type Schema = Readonly<Record<string, unknown>>;

const says = (schema: object, description: string) => ({ ...schema, description });
const list = (items: object) => ({ type: 'array', items });
const date = { type: 'string', format: 'date-time' };

/** What a GET answers with these members, as its text says. */
async function answerOf(domain: Omit<Domain, 'method'>, said: string, members: Schema, asked: Schema = {}) {
  const model = await modelOf({ ...domain, method: 'get', answers: object(members), asked }, said);
  return model.operations?.['act']?.answer;
}

const boats = {
  schemas: {
    boats: { id: text, name: text },
    charters: {
      ...{ id: text, boat_id: text, starts_at: date, ends_at: date, status: one('booked', 'sailed', 'cancelled') },
      ...{ length_hours: whole, price: whole },
    },
  },
  at: '/boats/{id}/stats',
};
const charters = 'of("charters", find("boats", path.id))';
const sailed = `${charters}.filter(each2, each2.status == "sailed")`;

describe('a GET response about the record in the path', () => {
  it.each<[string, Schema, Schema]>([
    ['', { charters: whole }, { charters: `=${charters}.size()` }],
    [
      '',
      { booked: whole, cancelled: whole },
      {
        booked: `=${charters}.filter(one, one.status == "booked").size()`,
        cancelled: `=${charters}.filter(one, one.status == "cancelled").size()`,
      },
    ],
    [
      'Figures over the sailed charters of the boat.',
      { charters: whole, total_price: whole },
      { charters: `=${sailed}.size()`, total_price: `=round(${sailed}.map(one, one.price).sum())` },
    ],
    [
      'Numbers about the sailed charters of the boat.',
      { hours: whole },
      { hours: `=round(${sailed}.map(one, one.length_hours).sum())` },
    ],
    [
      "Cancelled charters don't count.",
      { charters: whole },
      { charters: `=${charters}.filter(one, !(one.status == "cancelled")).size()` },
    ],
    [
      '',
      { booked_hours: whole },
      { booked_hours: `=round(${charters}.filter(one, one.status == "booked").map(one, one.length_hours).sum())` },
    ],
    [
      '',
      { revenue: says(whole, 'The sum of the prices of the sailed charters.') },
      { revenue: `=round(${sailed.replaceAll('each2', 'each3')}.map(each3, each3.price).sum())` },
    ],
  ])('is calculated from the description "%s" and the properties %j', async (said, members, answer) =>
    expect(await answerOf(boats, said, members)).toEqual(answer),
  );

  it.each<[string, Schema]>([
    ['', { weather: whole }],
    ['Figures about the fleet.', { crew: whole }],
  ])('is not calculated from the description "%s" and the properties %j', async (said, members) =>
    expect(await answerOf(boats, said, members)).toBe('described'),
  );
});

describe('a GET response about a time range', () => {
  const records = `${charters}.filter(one, one.starts_at < query.to && query.from < one.ends_at && !(one.status in ["cancelled"]))`;
  const asked = { from: date, to: date };
  const at = '/boats/{id}/availability';

  it.each<[Schema, Schema]>([
    [{ free: { type: 'boolean' } }, { free: `=${records}.size() == 0` }],
    [
      { available: { type: 'boolean' }, conflicts: list(text) },
      { available: `=${records}.size() == 0`, conflicts: `=${records}.sortBy(one, one.starts_at).map(one, one.id)` },
    ],
    [{ busy: { type: 'boolean' } }, { busy: `=${records}.size() > 0` }],
    [{ charters: list(object({ id: text })) }, { charters: `=${records}.sortBy(one, one.starts_at)` }],
  ])('is calculated from the overlapping records: %o', async (members, answer) =>
    expect(await answerOf({ ...boats, at }, '', members, asked)).toEqual(answer),
  );

  it('ignores records that its description excludes', async () => {
    const said = 'Booked charters are not counted.';
    const { free } = (await answerOf({ ...boats, at }, said, { free: { type: 'boolean' } }, asked)) as { free: string };
    expect(free).toContain('.filter(one, !(one.status == "booked"))');
  });

  it.each<[Schema, Schema]>([
    [{ sunny: { type: 'boolean' } }, asked],
    [{ free: { type: 'boolean' } }, { day: text }],
  ])('is not calculated if a property or a query parameter is unclear: %o, %o', async (members, sent) =>
    expect(await answerOf({ ...boats, at }, '', members, sent)).toBe('described'),
  );
});

describe('a GET response about a person for whom no resource exists', () => {
  const loans = 'all("loans").filter(one, one.reader == path.email)';
  const library = {
    schemas: { loans: { id: text, reader: text, due_on: { type: 'string', format: 'date' }, returned_at: time } },
    at: '/readers/{email}/summary',
  };

  it('counts loans without a return date as open', async () => {
    const members = { reader: text, open_loans: whole, returned_loans: whole };
    expect(await answerOf(library, '', members)).toEqual({
      reader: '=path.email',
      open_loans: `=${loans}.filter(one, one.returned_at == null).size()`,
      returned_loans: `=${loans}.filter(one, one.returned_at != null).size()`,
    });
  });

  it('has the earliest due date of the open loans', async () => {
    const next = says({ type: ['string', 'null'], format: 'date' }, 'Earliest due date of the open loans.');
    expect(await answerOf(library, '', { next_due_on: next, open_loans: whole })).toMatchObject({
      next_due_on: `=${loans}.filter(each2, each2.returned_at == null).map(each2, each2.due_on).min()`,
    });
  });
});
