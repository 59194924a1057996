import { SchemaReader } from '@understudy/model';
import { describe, expect, it } from 'vitest';
import { appendLuhnDigit, generateIban, generateVatNumber } from './check-digits.js';
import { generateMeaningfulValue } from './generate-meaningful-value.js';
import { loadFaker } from './load-faker.js';
import { matches } from './match-pattern.js';

const facts = { now: new Date('2026-01-15T09:00:00Z'), baseUrl: 'http://understudy.local' };
const [text, integer, number] = [{ type: 'string' }, { type: 'integer' }, { type: 'number' }];

const document = { info: { description: 'Names start with arn:cloud:' } };

async function make(
  properties: unknown,
  { name = 'thing', record = undefined as number | undefined, seed = '1' } = {},
) {
  await loadFaker(['en']);
  const schema = { type: 'object', properties, required: Object.keys(Object(properties)) };
  const value = generateMeaningfulValue(new SchemaReader(document), schema, {
    ...facts,
    seed,
    name,
    ...(record === undefined ? {} : { record }),
  });
  return Object(value);
}

it.each([
  ['customer', 'name', text, /^\p{Lu}[\p{L}'-]+ \p{Lu}[\p{L}' -]+$/u],
  ['product', 'name', text, /^\w+(?: \w+)+$/],
  ['user', 'email', text, /^[a-z.0-9]+@(mail\.)?example\.(com|org|net)$/],
  ['user', 'phoneNumber', text, /^\+\d{8,15}$/],
  ['shop', 'currency', text, /^[A-Z]{3}$/],
  ['shop', 'colour', { ...text, description: 'A hex code' }, /^#[0-9a-f]{6}$/],
  ['user', 'locale', text, /^[a-z]{2}-[A-Z]{2}$/],
  ['user', 'avatarUrl', text, /^data:image\/svg\+xml,%3Csvg/],
  ['file', 'mimeType', text, /^[a-z]+\/[a-z]+$/],
  ['order', 'amount', { ...integer, minimum: 100 }, /^\d{3,}$/],
  ['order', 'price', number, /^\d+(\.\d{1,2})?$/],
  ['card', 'code', { ...text, pattern: '^[A-Z]{3}-\\d{2}$' }, /^[A-Z]{3}-\d{2}$/],
  ['card', 'number', { ...text, maxLength: 3 }, /^.{1,3}$/],
  ['order', 'number', { ...text, maxLength: 8 }, /^\d{5}$/],
  ['thing', 'created', integer, /^1768467600$/],
  ['thing', 'startDate', { ...text, format: 'date' }, /^2026-01-15$/],
  ['thing', 'status', { enum: ['canceled', 'open'] }, /^open$/],
  ['thing', 'size', { ...integer, minimum: -9, maximum: -7 }, /^-[789]$/],
  ['thing', 'step', { ...number, multipleOf: 0.25 }, /^\d+(\.(25|5|75))?$/],
  ['thing', 'nickname', { ...text, examples: ['Ada'] }, /^Ada$/],
  ['thing', 'end', { ...integer, format: 'unix-time' }, /^176\d{7}$/],
  ['sales dashboard', 'name', text, /^Orders sales dashboard$/],
  ['missionprofile', 'name', text, /^Orders profile$/],
  ['studio', 'displayName', text, /^Orders studio$/],
  ['studio', 'description', text, /\bstudio|\bteam/],
  ['customer', 'description', text, /^[A-Z][^.]+\.$/],
  ['connector', 'lastExecTs', { ...text, maxLength: 50 }, /^2026-01-15T/],
  ['cluster', 'clusterArn', text, /^arn:cloud:api:[a-z]+-[a-z]+-\d:\d{12}:cluster\/\d{8}$/],
  ['app', 'serviceRoleArn', text, /^arn:cloud:iam::\d{12}:role\/orders-service-role$/],
  ['pipeline', 'awsKmsKeyArn', text, /^arn:cloud:kms:[a-z-]+\d:\d{12}:key\/[0-9a-f]{8}-/],
  ['site', 'logBucketArn', text, /^arn:cloud:s3:::orders-log-bucket$/],
  ['payment', 'transactionStatusCode', text, /^[A-Z]+$/],
  ['command', 'commandMode', text, /^(?:automatic|manual)$/],
  ['scheme', 'defaultWorkflow', text, /^Orders workflow$/],
  ['reward', 'allocatedAt', { ...text, format: 'dateTime' }, /^2026-01-15T/],
  ['entry', 'numberOfHours', integer, /^[1-8]$/],
  ['trip', 'mileage', number, /^\d+$/],
  ['partner', 'taxcode', text, /^(?:[A-Z]{2})?[\d-]+[A-Z]?$/],
  ['contact', 'extraPhone2', text, /^\+\d{8,15}$/],
  ['seller', 'legalContactFirstName', text, /^\p{Lu}[\p{L}'-]+$/u],
  ['contact', 'chatUsername', text, /^[a-z]+\d*$/],
  ['bank', 'accountNumberIban', text, /^[A-Z]{2}\d{2}/],
  ['tag', 'key', text, /^[a-z0-9]{14,}$/],
  ['job', 'lastImportError', text, /^$/],
  ['file', 'origin', text, /^(?:web|import|mobile|api)$/],
  ['order', 'detail', text, /^[A-Z].+\.$/],
  ['account', 'cvr', text, /^\d{8}$/],
  ['person', 'civility', text, /^(?!.*(?:civility|Orders))[a-z]+$/],
  ['links', 'next', text, /^http:\/\/understudy\.local\//],
  ['name', 'last', text, /^\p{Lu}[\p{L}'-]+$/u],
  ['contact', 'birthdate', text, /^(?:19|20)\d\d-/],
  ['app', 'icon', { ...text, examples: ['icon'] }, /^data:/],
  ['license', 'infos', text, /\blicense\b/],
  ['invoice', 'subject', text, /^Invoice for January 2026$/],
  ['file', 'md5', text, /^[0-9a-f]{32}$/],
  ['login', 'hashedToken', text, /^[0-9a-f]{64}$/],
  ['user', 'id', { ...text, pattern: '^USR(-[a-z0-9]{8})(-[a-z0-9]{4}){3}(-[a-z0-9]{12})$' }, /^USR-[0-9a-f-]{36}$/],
  ['batch', 'entryDate', { ...text, description: 'In the form YYMMDD.' }, /^260115$/],
  ['batch', 'bookingDate', { ...text, examples: ['01/31/2020'] }, /^01\/(?:31\/2020|15\/2026)$/],
  [
    'key',
    'arn',
    { ...text, pattern: '^arn:cloud[^:]*:kms:[^:]+:\\d{12}:(\\w+/)?\\w+$' },
    /^arn:cloud:kms:[a-z-]+\d:\d{12}:key\/\d{8}$/,
  ],
  ['bot', 'name', { ...text, pattern: '^([0-9a-zA-Z][_-]?)+$', maxLength: 8 }, /^(?:orders|bot)$/],
  ['site', 'homeRegion', { ...text, pattern: '^[a-z]{2}(-gov)?-[a-z]+-\\d$' }, /^(?:eu|us|ap)-[a-z]+-\d$/],
  ['bot', 'id', { ...text, minLength: 10, maxLength: 10 }, /^[a-z0-9]{10}$/],
  ['dashboard', 'refreshMs', integer, /^\d+000$/],
  ['visit', 'checkinLatitude', text, /^\d+\.\d+$/],
  ['visit', 'checked_in', text, /^2026-01-15T/],
  ['app', 'metadata', text, /^\{"source":/],
  ['app', 'grading', { ...text, description: 'The grading, e.g. `gold`' }, /^gold$/],
  ['product', 'description', text, /^\w+(?: \w+)+ from our range for \w+\. /],
  ['invoice', 'billingAddressState', text, /^(?:[A-Z]{2}|England|Leinster)$/],
  ['invoice', 'billingAddressLine', text, /^\d+ [A-Z]/],
  ['invoice', 'exchangeRate', number, /^1$/],
  ['currency', 'code', text, /^[A-Z]{3}$/],
  ['line', 'itemSku', text, /^[A-Z]{3}-\d{4}$/],
  ['line', 'taxName', text, /^(?:VAT|Sales tax)$/],
  ['order order', 'description', text, /^(?!.*order order)/],
  ['user', 'displayName', { ...text, examples: ['Jane Doe'] }, /^Jane Doe$/],
])('generates a suitable value for %s.%s', async (name, member, schema, expected) => {
  for (const seed of ['1', '2', '3'])
    expect(String((await make({ [member]: schema }, { name, seed }))[member])).toMatch(expected);
});

it('describes partners in countries that have IBANs if the description has one', async () => {
  const properties = { iban: text, bic: text, countryCode: text };
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  await loadFaker(['en']);
  for (const seed of ['1', '2', '3', '4', '5', '6']) {
    const made = Object(
      generateMeaningfulValue(new SchemaReader({ components: { schemas: { Partner: schema } } }), schema, {
        ...facts,
        ...{ seed, name: 'partner' },
      }),
    );
    expect([made.iban.slice(0, 2), made.bic.slice(4, 6)]).toEqual([made.countryCode, made.countryCode]);
  }
});

it('writes another note in each record', async () => {
  const notes = new Set<unknown>();
  for (const record of [1, 2, 3, 4, 5, 6]) notes.add((await make({ note: text }, { name: 'order', record })).note);
  expect(notes.size).toBe(6);
});

it('generates consistent addresses and timestamps, and counts an index from 0', async () => {
  const { address, list } = await make({
    address: {
      type: 'object',
      required: ['city', 'country'],
      properties: { city: text, country: text, postalCode: text, latitude: number },
    },
    list: { type: 'array', minItems: 2, items: { type: 'object', properties: { index: integer } } },
  });
  const countries = { Austin: 30, Seattle: 47, Boston: 42, London: 51, Manchester: 53, Dublin: 53, Toronto: 43 };
  expect(Math.floor(address.latitude + 0.03) - Number(Object(countries)[address.city])).toBeLessThanOrEqual(1);
  expect(list.map(({ index }: { index: number }) => index).slice(0, 2)).toEqual([0, 1]);
  const { createdAt, paidAt, completedAt, updatedAt, expiresAt } = await make(
    Object.fromEntries(
      ['updatedAt', 'expiresAt', 'createdAt', 'completedAt', 'paidAt'].map((name) => [
        name,
        { ...text, format: 'date-time' },
      ]),
    ),
    { record: 3 },
  );
  const order = [createdAt, paidAt, completedAt, updatedAt, facts.now.toISOString(), expiresAt];
  expect([...order].sort()).toEqual(order);
});

it('does not use a placeholder example such as "Jane Doe" in records', async () => {
  const shown = { name: { ...text, examples: ['Jane Doe'] } };
  expect((await make(shown, { name: 'user', record: 0 })).name).not.toBe('Jane Doe');
});

it('limits the time for costly patterns and the size of deeply nested values', () => {
  expect(matches('^(a+)+$', `${'a'.repeat(900)}!`)).toBe(false);
  expect(matches('^(a+)+$', 'aaaa')).toBe(true);
  const names = [...'abcdefghijkl'];
  const below = (level: number) => (level === 0 ? { ...text, maxLength: 5000 } : { $ref: `#/s/${level - 1}` });
  const s = Array.from({ length: 9 }, (_none, level) => ({
    ...{ type: 'object', required: names },
    properties: Object.fromEntries(names.map((name) => [name, below(level)])),
  }));
  const made = generateMeaningfulValue(new SchemaReader({ s }), { $ref: '#/s/8' }, { ...facts, seed: '' });
  expect(JSON.stringify(made).length).toBeLessThan(400_000);
});

it('sets the property "object" to the schema\'s name, or to "list" for a list', () => {
  const Model = { type: 'object', properties: { object: text } };
  const ModelList = {
    type: 'object',
    properties: { object: text, data: { type: 'array', maxItems: 1, items: { $ref: '#/s/Model' } } },
  };
  const made = generateMeaningfulValue(
    new SchemaReader({ s: { Model, ModelList } }),
    { $ref: '#/s/ModelList' },
    { ...facts, seed: '' },
  );
  expect(made).toEqual({ object: 'list', data: [{ object: 'model' }] });
});

describe('check digits', () => {
  const digitsOf = (seed: number) => {
    let state = seed;
    return () => {
      state = (state * 16_807) % 2_147_483_647;
      return state % 10;
    };
  };
  const isIban = (iban: string) => {
    const moved = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
      String(letter.charCodeAt(0) - 55),
    );
    return BigInt(moved) % 97n === 1n;
  };
  const countries = ['AT', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'IE', 'IT', 'NL', 'PL', 'SE'];
  it.each(countries)('are valid in an IBAN of %s', (country) => {
    for (let seed = 1; seed < 50; seed += 1) expect(isIban(generateIban(country, digitsOf(seed)))).toBe(true);
    expect(generateVatNumber(country, digitsOf(3))).toMatch(/^[A-Z]{2}[A-Z0-9]{8,12}$/);
  });

  // Valid numbers that the documentation of validators shows.
  it.each([
    ['AT', 'ATU13585627', '1358562'],
    ['DE', 'DE136695976', '13669597'],
    ['DK', 'DK13585628', '1358562'],
    ['ES', 'ESB58378431', '5837843'],
    ['FI', 'FI20774740', '2077474'],
    ['FR', 'FR40303265045', '30326504'],
    ['GB', 'GB980780684', '9807806'],
    ['IE', 'IE6433435F', '6433435'],
    ['NL', 'NL123456782B01', '12345678'],
    ['PL', 'PL8567346215', '856734621'],
    ['SE', 'SE123456789701', '123456789'],
  ])('complete a VAT number of %s to %s', (country, number, digits) => {
    // The first number is drawn and not used, and the first digit of each is from 1 to 9.
    const draws = [
      ...Array(9).fill(0),
      ...[...digits].map((digit, index) => (index === 0 ? Number(digit) - 1 : Number(digit))),
    ];
    expect(generateVatNumber(country, () => draws.shift() ?? 0)).toBe(number);
  });

  it('of card numbers follow the Luhn algorithm', () =>
    expect(appendLuhnDigit('424242424242424', 16, () => 0)).toBe('4242424242424242'));
});
