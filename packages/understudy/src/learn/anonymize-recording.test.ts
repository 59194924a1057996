import { expect, it } from 'vitest';
import { RecordingCleaner } from './recording-cleaner.js';

const cleanRecording = (entries: Parameters<RecordingCleaner['clean']>[0]) => new RecordingCleaner().clean(entries);

interface Exchange {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answered?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const xml = { 'content-type': 'application/xml' };
const json = (value: unknown): Exchange => ({ body: JSON.stringify(value) });
const plain = { 'content-type': 'text/plain' };
const hex = (text: string) => Buffer.from(text).toString('hex');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A recorded exchange, with the originals that must not remain. */
type Row = readonly [place: string, exchange: Exchange, ...originals: string[]];

const rows: readonly Row[] = [
  ['email property', json({ email: 'maija.virtanen@firma.fi' }), 'maija.virtanen'],
  ['email in a sentence', json({ note: 'Write to Maija.Virtanen@Firma.fi today' }), 'maija.virtanen'],
  ['email with Finnish letters', json({ note: 'jäärä.mäkelä@firma.fi' }), 'mäkelä'],
  ['email in a path', { url: '/users/maija.virtanen@firma.fi' }, 'maija.virtanen'],
  ['email in a query', { url: '/?q=maija.virtanen%40firma.fi' }, 'maija.virtanen'],
  ['email with a tag in a query', { url: '/?q=maija%2Bwork%40firma.fi' }, 'maija%2bwork'],
  ['email in a header', { headers: { 'x-user': 'maija.virtanen@firma.fi' } }, 'maija.virtanen'],
  ['email in Location', { answered: { location: '/users/maija.virtanen@firma.fi' } }, 'maija.virtanen'],
  [
    'email in base64',
    json({ file: base64('<mail>maija.virtanen@firma.fi</mail>') }),
    base64('maija.virtanen').slice(0, 12),
    base64('>maija.virtanen').slice(2, 14),
  ],
  ['IBAN in groups', json({ note: 'Pay to FI21 1234 5600 0007 85.' }), '1234 5600'],
  ['IBAN in lower case', json({ account: 'fi2112345600000785' }), 'fi2112345600000785'],
  ['IBAN in a query', { url: '/?iban=FI2112345600000785' }, 'FI2112345600000785'],
  ['IBAN in groups in a query', { url: '/?iban=FI21%201234%205600%200007%2085' }, '1234%205600'],
  ['invalid IBAN', json({ iban: 'FI9912345600000785' }), 'FI9912345600000785'],
  ['IBAN in XML', { headers: xml, body: '<cbc:ID>FI2112345600000785</cbc:ID>' }, 'FI2112345600000785'],
  ['phone property', json({ phone: '040 123 4567' }), '123 4567'],
  ['phone in a sentence', json({ note: 'call 040 123 4567 now' }), '123 4567'],
  ['phone with a country code', json({ note: '+358 40 123 4567' }), '123 4567'],
  ['phone with 00', json({ note: '00358401234567' }), '1234567'],
  ['phone with dots', json({ note: '+358.40.123.4567' }), '123.4567'],
  ['phone with hyphens', json({ note: '+358-40-1234567' }), '1234567'],
  ['North American phone', json({ note: '(555) 283-4567' }), '283-4567'],
  ['phone in a query', { url: '/?p=%2B358401234567' }, '1234567'],
  ['phone as a number', json({ mobile: 358401234567 }), '1234567'],
  ['phone in two formats', json({ phone: '+358401234567', note: 'or 040-1234567' }), '1234567'],
  [
    'first and last name',
    json({ firstName: 'Maija', lastName: 'Virtanen', note: 'Dear Maija Virtanen' }),
    'Maija',
    'Virtanen',
  ],
  ['name in capitals elsewhere', json({ last_name: 'Virtanen', code: 'VIRTANEN-7' }), 'Virtanen', 'VIRTANEN'],
  [
    'name in lower case elsewhere',
    { ...json({ surname: 'Virtanen' }), url: '/people/virtanen' },
    'Virtanen',
    'virtanen',
  ],
  [
    'name with a prefix',
    json({ billingFirstName: 'Maija', 'contact-name': 'Liisa Korhonen' }),
    'Maija',
    'Liisa',
    'Korhonen',
  ],
  ['name of an owner', json({ owner: 'Maija Virtanen', approvedBy: 'Liisa Korhonen' }), 'Maija', 'Korhonen'],
  ['names in a list', json({ employees: ['Maija Virtanen', 'Liisa Korhonen'] }), 'Virtanen', 'Korhonen'],
  ['name of an employee', { ...json([{ id: 1, name: 'Maija Virtanen' }]), url: '/v1/employees' }, 'Maija', 'Virtanen'],
  ['name in a query', { url: '/?lastName=Virtanen' }, 'Virtanen'],
  ['encoded name', { ...json({ lastName: 'Mäkelä' }), url: '/?q=M%C3%A4kel%C3%A4' }, 'Mäkelä', 'M%C3%A4kel%C3%A4'],
  ['escaped name', { body: '{"lastName":"M\\u00e4kel\\u00e4"}' }, 'Mäkelä', 'M\\u00e4kel'],
  ['name in a form', { headers: form, body: 'firstName=Maija&last_name=Virtanen' }, 'Maija', 'Virtanen'],
  [
    'name in a multipart form',
    {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\nContent-Disposition: form-data; name="lastName"\r\n\r\nVirtanen\r\n--b--\r\n',
    },
    'Virtanen',
  ],
  [
    'name in JSON in a string',
    json({ payload: JSON.stringify({ firstName: 'Maija', phone: '0401234567' }) }),
    'Maija',
    '1234567',
  ],
  [
    'name in JSON in base64',
    json({ payload: base64(JSON.stringify({ lastName: 'Virtanen' })) }),
    base64('"Virtanen').slice(2, 10),
    base64('e":"Virtanen').slice(4, 12),
  ],
  [
    'name nested more than thirty levels deep',
    { body: `${'{"a":'.repeat(40)}{"lastName":"Virtanen"}${'}'.repeat(40)}` },
    'Virtanen',
  ],
  [
    'name of a UBL contact',
    { headers: xml, body: '<a><cac:Contact><cbc:Name>Maija Virtanen</cbc:Name></cac:Contact></a>' },
    'Maija',
    'Virtanen',
  ],
  [
    'name of a Finvoice contact',
    { headers: xml, body: '<a><BuyerContactPersonName>Maija M&#228;kel&#xE4;</BuyerContactPersonName></a>' },
    'Maija',
    'M&#228;',
    'Mäkelä',
  ],
  ['name in a header', { headers: { 'x-customer-name': 'Maija Virtanen' } }, 'Maija', 'Virtanen'],
  ['email without a domain', json({ email: 'maija.virtanen@localhost' }), 'virtanen'],
  ['doubly encoded email', { url: '/?next=%2F%3Fu%3Dmaija.virtanen%2540firma.fi' }, 'maija.virtanen'],
  ['email with an HTML entity', json({ note: 'maija.virtanen&#64;firma.fi' }), 'maija.virtanen'],
  ['IBAN with dots', json({ note: 'FI21.1234.5600.0007.85' }), '1234.5600'],
  ['phone with no-break spaces', json({ note: 'p. 040\u00a0123\u00a04567' }), '123\u00a04567'],
  ['phone as an object', json({ phone: { number: '1234567' } }), '1234567'],
  ['name as an object', json({ name: { first: 'Maija', last: 'Virtanen' } }), 'Maija', 'Virtanen'],
  ['name in a login', json({ firstName: 'Maija', lastName: 'Virtanen', login: 'maijavirtanen' }), 'maija', 'virtanen'],
  ['user name', json({ username: 'maija.virtanen' }), 'maija', 'virtanen'],
  [
    'name without accents',
    json({ lastName: 'Mäkelä', code: 'Makela', other: 'Ma\u0308kela\u0308' }),
    'Makela',
    'Ma\u0308',
  ],
  ['name in CSV', { headers: { 'content-type': 'text/csv' }, body: 'id,lastName\n1,Virtanen\n' }, 'Virtanen'],
  ['names in JSON lines', { body: '{"lastName":"Virtanen"}\n{"lastName":"Korhonen"}\n' }, 'Virtanen', 'Korhonen'],
  ['name in HTML', { headers: xml, body: '<input name="lastName" value="Virtanen">' }, 'Virtanen'],
  ['name in an attribute', { headers: xml, body: '<person lastName="Virtanen"/>' }, 'Virtanen'],
  ['name in GraphQL', json({ query: 'mutation { add(lastName: "Virtanen") { id } }' }), 'Virtanen'],
  ['name in CDATA', { headers: xml, body: '<LastName><![CDATA[Virtanen]]></LastName>' }, 'Virtanen'],
  ['name that could be generated', json({ firstName: 'Alex', lastName: 'Birch' }), 'Alex', 'Birch'],
  ['names in Finnish properties', json({ etunimi: 'Esko', sukunimi: 'Pulkkinen' }), 'Esko', 'Pulkkinen'],
  ['names in Swedish properties', json({ förnamn: 'Gunnar', efternamn: 'Sjöström' }), 'Gunnar', 'Sjöström'],
  ['names in German properties', json({ vorname: 'Ulrike', nachname: 'Pfeiffer' }), 'Ulrike', 'Pfeiffer'],
  ['identity numbers', json({ a: '131052-308T', b: '811228-9874' }), '308T', '9874'],
  ['phone in a form', { headers: form, body: 'phone=%2B358+40+123+4567&a=1' }, '123+4567'],
  ['phone in an unescaped form', { headers: form, body: 'phone=040+123+4567' }, '123+4567'],
  ['phone in mail', { headers: plain, body: 'Tel=3A +358=20=\r\n40 123 4567=20\r\n' }, '123 4567'],
  ['name in mail', { headers: plain, body: 'lastName=3DM=C3=A4kel=C3=A4\r\n' }, 'M=C3=A4kel'],
  ['phone in hexadecimal digits', json({ raw: hex('{"phone":"+358 40 123 4567"}') }), hex('123 4567')],
  [
    'name in a query in JSON',
    json({ lastName: 'Mäkelä', next: 'https://a.test/?q=M%C3%A4kel%C3%A4' }),
    'M%C3%A4',
    'Mäkelä',
  ],
  ['other names of persons', json({ real_name: 'Maija Virtanen', sender_name: 'Liisa Korhonen' }), 'Maija', 'Korhonen'],
  ['name on a card', json({ nameOnCard: 'MAIJA VIRTANEN', note: 'for Maija Virtanen' }), 'maija', 'virtanen'],
  [
    'address',
    json({ address: 'Rantakatu 17 B, 00100 Helsinki', note: 'to Rantakatu 17' }),
    'Rantakatu',
    '00100',
    'Helsinki',
  ],
  [
    'address in an object',
    json({ address: { line1: '1 Rosewood Lane', city: 'Bramhope', postcode: 'LS16 9AB' } }),
    'Rosewood',
    'Bramhope',
    'LS16 9AB',
  ],
  [
    'city and postcode',
    json({ city: 'Hämeenlinna', postal_code: '13100', note: 'in 13100 Hämeenlinna' }),
    '13100',
    'Hämeenlinna',
  ],
  ['card number', json({ note: 'paid with 4111 1111 1111 1111', card: '5555555555554444' }), '1111 1111', '5555554444'],
  ['card number in a form', { headers: form, body: 'card_number=4111+1111+1111+1111' }, '1111+1111'],
  [
    'birth dates',
    json({ dob: '1985-03-07', birthDate: '7.3.1985', note: 'born 1985-03-07' }),
    '1985-03-07',
    '7.3.1985',
  ],
  ['birth date in words', json({ date_of_birth: '7 March 1985', note: 'on 7 March 1985' }), 'March 1985'],
  ['passport', json({ passport_number: 'X1234567', note: 'passport X1234567' }), '1234567'],
  ['user names', json({ username: 'maijav', login: 'liisa_k77' }), 'maijav', 'liisa'],
  ['user name in a path', { url: '/users/maijav/posts' }, 'maijav'],
  ['user name in a path and a member', { ...json({ username: 'Maija77' }), url: '/u/maija77.json' }, 'maija77'],
];

const toEntry = ([, { url = '/things', headers = {}, answered = {}, body }]: (typeof rows)[number], index: number) => ({
  ...{ index, method: 'POST', url: `https://a.test${url}`, status: 200 },
  requestHeaders: { 'content-type': 'application/json', ...headers },
  responseHeaders: answered,
  ...(body === undefined ? {} : { requestBody: Buffer.from(body) }),
});
const show = (entries: ReturnType<typeof cleanRecording>) =>
  entries.map(({ requestBody = [], ...rest }) => JSON.stringify(rest) + Buffer.from(requestBody).toString('utf8'));

it.each(rows.map((row) => ({ place: row[0], row })))('removes the original data: $place', ({ row }) => {
  const [, , ...originals] = row;
  const remaining = ([text = '']: readonly string[]) =>
    originals.filter((each) => text.toLowerCase().includes(each.toLowerCase()));
  expect(remaining(show([toEntry(row, 0)]))).not.toEqual([]);
  expect(remaining(show(cleanRecording([toEntry(row, 0)])))).toEqual([]);
});

it('replaces the same value consistently in every notation, and keeps other data', () => {
  const body = {
    phone: '+358 40 123 4567',
    again: '0401234567',
    iban: 'FI21 1234 5600 0007 85',
    account: 'fi2112345600000785',
    lastName: 'Virtanen',
    title: 'VIRTANEN',
    card: '4111 1111 1111 1111',
    cardAgain: '4111111111111111',
    username: 'maija.v',
    path: '/users/maija.v',
    other: [
      '2026-11-24',
      '01.02.2026 10:30',
      '6f1c2b40-03fc-472c-9386-d5469e9f1b41',
      '0.123456789',
      'ORD-2026-000123',
      4_012_345_678,
    ],
  };
  const [entry] = cleanRecording([toEntry(['', { body: JSON.stringify(body) }], 0)]);
  const made = JSON.parse(Buffer.from(entry?.requestBody ?? []).toString());
  expect(made.phone.replace(/\D/g, '').slice(-7)).toBe(made.again.slice(-7));
  expect(made.iban.replaceAll(' ', '').toLowerCase()).toBe(made.account);
  expect(made.lastName.toUpperCase()).toBe(made.title);
  expect(made.card.replaceAll(' ', '')).toBe(made.cardAgain);
  expect(made.path).toBe(`/users/${made.username}`);
  expect(made.other).toEqual(body.other);
});

it('does not treat generated ids as user names', () => {
  const paths = ['/customers/cus_Nf7kQ2vLw9', '/customers/cus_AbCdEfGhIj', '/customers/maija.v'];
  const cleaned = cleanRecording(paths.map((url, index) => toEntry(['', { url }], index)));
  expect(cleaned.map(({ url }, index) => url.endsWith(paths[index] ?? ''))).toEqual([true, true, false]);
});

it('keeps the messages of errors, and words that stand for a name', () => {
  const body = {
    username: ['A user with that username already exists.'],
    first_name: ["can't be blank"],
    capacity: ['This field is required.'],
    people: [{ last_name: 'Second' }],
  };
  const [entry] = cleanRecording([toEntry(['', { body: JSON.stringify(body) }], 0)]);
  expect(JSON.parse(Buffer.from(entry?.requestBody ?? []).toString())).toEqual(body);
});

it('anonymizes ten thousand people and hostile strings in bounded time', () => {
  const people = Array.from({ length: 10_000 }, (_none, index) => ({
    lastName: `Zq${[...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}x`,
  }));
  const hostile = [
    'a.'.repeat(2e4),
    '0 1'.repeat(2e4),
    '<a '.repeat(2e4),
    'FI21 '.repeat(2e4),
    'a=b&'.repeat(2e4),
    'name="a"\n'.repeat(2e4),
    '('.repeat(1e5),
    'a:'.repeat(2e4),
    'a,'.repeat(2e4),
    'x'.repeat(1e5),
  ];
  const [text = ''] = show(cleanRecording([toEntry(['', { body: JSON.stringify({ people, hostile }) }], 0)]));
  expect(text).not.toContain('Zq');
});
