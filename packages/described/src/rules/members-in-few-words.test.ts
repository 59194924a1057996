import { describe, expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { describeText } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };
const flag = { type: 'boolean' };
const moment = { type: 'string', format: 'date-time' };
const optional = { type: ['integer', 'null'] };

/** A bakery, a clinic and a car pool with members that only the server sets. */
const collections = {
  orders: {
    packing: whole,
    lines: {
      type: 'array',
      items: { type: 'object', properties: { rollId: text, quantity: whole, lineCents: whole } },
    },
  },
  patients: { firstName: text, family_name: text, ward: text, bed: optional, balance_due: whole },
  visits: { patientId: text, startsAt: moment, endsAt: moment },
  rides: { startedAt: moment, endedAt: moment },
  racks: { name: text },
  crates: { rackId: text, jars_left: whole, opened: flag },
};

type Row = readonly [resource: keyof typeof collections, name: string, schema: object, says: string];

async function readValue([resource, name, schema, description]: Row): Promise<unknown> {
  const all = Object.entries(collections).map(([each, properties]) => {
    const own = each === resource ? { [name]: { ...schema, description } } : {};
    return [each, { properties: { ...properties, ...own }, readOnly: [name] }] as const;
  });
  const { writeModel } = await describeText('club', describeClub(Object.fromEntries(all)));
  return writeModel().full.resources?.[resource]?.members?.[name]?.value;
}

const lines = 'self.lines.map(each, each.lineCents).sum()';
const names = 'self.firstName + " " + self.family_name';
const bed = 'self.ward + "-" + (self.bed == null ? "none" : string(self.bed))';
const jars = 'round(of("crates").map(each, each.jars_left).sum())';
const span = (end: string, start: string, unit = 'minutes') =>
  `round(${unit}(timestamp(self.${end}) - timestamp(self.${start})))`;

const rows: readonly (readonly [...Row, value: string])[] = [
  ['orders', 'sum', whole, 'All lines added up.', `round(${lines})`],
  ['orders', 'sum', whole, 'All lines together', `round(${lines})`],
  ['orders', 'sum', whole, 'What the lines come to.', `round(${lines})`],
  ['orders', 'due', whole, 'Packing plus all lines.', `round(self.packing + ${lines})`],
  ['orders', 'due', whole, 'The lines plus packing', `round(${lines} + self.packing)`],
  ['patients', 'fullName', text, 'First and family name.', names],
  ['patients', 'label', text, '`firstName` followed by `family_name`.', names],
  ['patients', 'label', text, 'First and family name with a space between, e.g. `Ann Lee`.', names],
  [
    'patients',
    'place',
    text,
    'Ward and bed with a hyphen between. Patients without bed have `none` in its place.',
    bed,
  ],
  ['patients', 'place', text, 'Ward, a hyphen, and bed. Without a bed it is `none`.', bed],
  ['patients', 'place', text, 'Ward and bed, joined by a hyphen. If it has no bed, it shows `none` instead.', bed],
  ['patients', 'blocked', flag, 'True while more than 100 euros are owed.', 'self.balance_due > 100'],
  ['patients', 'blocked', flag, 'Whether at least 50 is still outstanding.', 'self.balance_due >= 50'],
  ['patients', 'blocked', flag, 'True if the patient owes more than 100 dollars.', 'self.balance_due > 100'],
  ['visits', 'duration_minutes', whole, 'From start to end.', span('endsAt', 'startsAt')],
  ['visits', 'length', whole, 'In minutes, from start to end.', span('endsAt', 'startsAt')],
  ['visits', 'length_hours', whole, 'How long it takes.', span('endsAt', 'startsAt', 'hours')],
  ['rides', 'minutes', whole, 'Time between `startedAt` and `endedAt`.', span('endedAt', 'startedAt')],
  ['rides', 'length', whole, 'End minus start, in hours.', span('endedAt', 'startedAt', 'hours')],
  ['racks', 'jars', whole, 'What stands on the rack right now over all crates', jars],
  ['racks', 'jars', whole, 'Jars left over all crates of the rack, opened ones too.', jars],
  ['racks', 'jars', whole, 'Everything on it over all of the crates.', jars],
];

const unread: readonly Row[] = [
  ['orders', 'due', whole, 'Packing plus some lines.'],
  ['orders', 'due', whole, 'Packing plus the roll.'],
  ['patients', 'label', text, 'First name and ward.'],
  ['patients', 'label', text, 'First name or family name.'],
  ['patients', 'blocked', flag, 'True while more than 100 euros are missing.'],
  ['patients', 'blocked', flag, 'True if the doctor owes more than 100 dollars.'],
  ['visits', 'length', whole, 'From start to end.'],
  ['visits', 'minutes', whole, 'From start to the next one.'],
  ['racks', 'jars', whole, 'What was on the rack last year over all crates.'],
  ['racks', 'jars', whole, 'Jars that fit on it over all crates.'],
  ['racks', 'lids', whole, 'What stands on the rack over all crates.'],
];

describe('a briefly described property', () => {
  it.each(rows)('of %s is computed: %s, %o, "%s"', async (thing, name, schema, says, value) => {
    expect(await readValue([thing, name, schema, says])).toBe(value);
  });

  it.each<Row>(unread)(
    'of %s is not computed if its description is unclear: %s, %o, "%s"',
    async (thing, name, schema, says) => {
      expect(await readValue([thing, name, schema, says])).toBeUndefined();
    },
  );
});
