import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

/** Sentences of the description of a harbour, by their places. */
interface HarbourSentences {
  readonly info?: string;
  readonly book?: string;
  readonly boatId?: string;
  /** The response that all operations share for invalid requests. */
  readonly invalid?: string;
}

const text = { type: 'string' };
const json = (schema: object) => ({ 'application/json': { schema } });
const one = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function describeHarbour({ info, book, boatId, invalid = 'Invalid (`bad_input`).' }: HarbourSentences): object {
  const collection = (name: string, kind: string, key: string, description?: string) => ({
    [`/${name}`]: {
      post: {
        operationId: `create_${name}`,
        description,
        requestBody: { content: json(one(`New${kind}`)) },
        responses: {
          '201': { description: 'Made', content: json(one(kind)) },
          '422': { $ref: '#/components/responses/Invalid' },
        },
      },
    },
    [`/${name}/{${key}}`]: {
      get: {
        operationId: `get_${name}`,
        parameters: [{ name: key, in: 'path', required: true, schema: text }],
        responses: { '200': { description: 'One', content: json(one(kind)) }, '404': { description: 'None' } },
      },
    },
  });
  const object = (properties: Readonly<Record<string, object>>) => ({ type: 'object', properties });
  const booking = {
    boatId: { ...text, ...(boatId === undefined ? {} : { description: boatId }) },
    berth: { ...text, description: 'Code of the berth.' },
    skipper: text,
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Harbour', version: '1', description: info },
    paths: {
      ...collection('boats', 'Boat', 'boatId'),
      ...collection('berths', 'Berth', 'code'),
      ...collection('skippers', 'Skipper', 'id'),
      ...collection('bookings', 'Booking', 'id', book),
    },
    components: {
      responses: {
        Invalid: {
          description: invalid,
          content: json({ type: 'object', required: ['code'], properties: { code: text, param: text } }),
        },
      },
      schemas: {
        NewBoat: object({ name: text }),
        Boat: object({ id: text, name: text }),
        NewBerth: { required: ['code'], ...object({ code: text }) },
        Berth: object({ code: text }),
        NewSkipper: object({ name: text }),
        Skipper: object({ id: text, name: text }),
        NewBooking: object(booking),
        Booking: object({ id: text, ...booking }),
      },
    },
  };
}

async function serve(said: HarbourSentences) {
  const { api } = await describeText('harbour', describeHarbour(said));
  const call = createSender(await serveDescribed(api));
  await call('POST /berths', { code: 'B7' });
  const { body: boat } = await call('POST /boats', { name: 'Aurora' });
  const { body: skipper } = await call('POST /skippers', { name: 'Ada' });
  const book = async (more: object) =>
    await call('POST /bookings', { boatId: boat.id, berth: 'B7', skipper: skipper.id, ...more });
  expect((await book({})).status).toBe(201);
  return book;
}

describe('a sentence in the API introduction', () => {
  it.each([
    'A body that refers to a boat, berth or skipper we do not know gives 422 with code `unknown_reference`, and `param` names the member.',
    'If a request body names a record that does not exist, the answer is 422 `unknown_reference`.',
    'References to records that do not exist are refused with 422 (`unknown_reference`).',
    'An unknown id in a body is answered with 422 and the code `unknown_reference`; one in the path with 404 and `not_found`.',
    'Ids or codes in the body that we cannot find lead to 422, code `unknown_reference`.',
    'A reference in the body that points at nothing gives 422 and code `unknown_reference`.',
    '`unknown_reference` (422): something that the body refers to is not on file.',
    'Whenever a body mentions something we have never heard of, the code is `unknown_reference` and the status 422.',
    'A body can only refer to things that exist. Otherwise we answer with 422 and the code `unknown_reference`.',
    'Naming a record in the body that nobody has created is a 422 with the code `unknown_reference`.',
  ])('makes the API reject unknown ids in request bodies: %s', async (info) => {
    const book = await serve({ info });
    for (const wrong of [{ boatId: 'nobody' }, { berth: 'Z9' }])
      expect(await book(wrong)).toMatchObject({
        status: 422,
        body: { code: 'unknown_reference', param: Object.keys(wrong)[0] },
      });
  });

  it.each([
    'An id in the path that we do not know gives 404 with code `not_found`.',
    'Unknown members in a body are refused with 422 and code `unknown_member`.',
    'A body that refers to a boat we do not know might give 422 with code `unknown_reference`.',
    'A body that refers to a skipper we do not know gives 422 with code `unknown_reference`.',
    'A body that refers to a boat we do not know gives 409 with code `unknown_reference`.',
  ])('does not make the API reject unknown ids: %s', async (info) => {
    const book = await serve({ info });
    expect((await book({ boatId: 'nobody' })).status).toBe(201);
  });
});

describe('a sentence in a property description', () => {
  it.each([
    'Has to be a boat on file; otherwise the request is `bad_input`.',
    'Id of a boat we have in the register. Any other is a wrong input.',
    'Must be the id of a boat that exists.',
    'Must name a boat of this harbour.',
    'The boat. Unknown boats are refused.',
    'Only boats that we know are accepted.',
    'Has to refer to a registered boat.',
    'One of the boats on file; anything else is invalid.',
    'A boat that we do not know counts as invalid.',
    'An id that belongs to no boat is a wrong input.',
  ])('makes the API reject unknown ids in that property: %s', async (boatId) => {
    const book = await serve({ boatId });
    expect(await book({ boatId: 'nobody' })).toMatchObject({ status: 422, body: { code: 'bad_input' } });
    expect((await book({ berth: 'Z9' })).status).toBe(201);
  });

  it.each([
    'The boat, if you know it. Boats that have left are unknown to us.',
    'Usually a boat on file; any other is taken over as it is.',
    'Make sure that the boat exists.',
  ])('does not make the API reject unknown ids: %s', async (boatId) => {
    const book = await serve({ boatId });
    expect((await book({ boatId: 'nobody' })).status).toBe(201);
  });
});

describe('a sentence in an operation description', () => {
  it.each([
    'A `boatId` we do not know counts as a wrong input.',
    'An unknown boat is refused.',
    'The boat has to exist.',
    'The boat must be known to us.',
    'Checked first: boat and berth exist - otherwise 422 with the member.',
    'Boats that are not on file are turned down.',
    'If there is no such boat, the request is invalid.',
    'We refuse boats that we do not know.',
    'The boat you name must be in the register; otherwise the input is wrong.',
    'Naming a boat that does not exist is an invalid input.',
    'A booking for a boat we do not have on file is rejected.',
  ])('makes the operation reject unknown ids in its request body: %s', async (said) => {
    const book = await serve({ book: `Books a berth. ${said}` });
    expect(await book({ boatId: 'nobody' })).toMatchObject({ status: 422, body: { code: 'bad_input' } });
  });

  it.each([
    'A boat we do not know is put on file first.',
    'Check that the boat exists before you call.',
    'Unknown boats should be avoided.',
  ])('does not make the operation reject unknown ids: %s', async (said) => {
    const book = await serve({ book: said });
    expect((await book({ boatId: 'nobody' })).status).toBe(201);
  });
});

it.each([
  'The request is malformed (`bad_input`) or refers to something unknown (`unknown_reference`).',
  'Either a wrong input (`bad_input`), or the body names something that does not exist (`unknown_reference`).',
  '`bad_input`: the body is not as described. `unknown_reference`: an id in the body does not exist.',
])('an unknown id gets the error code that a shared response describes: %s', async (invalid) => {
  const book = await serve({ invalid });
  expect(await book({ berth: 'Z9' })).toMatchObject({ status: 422, body: { code: 'unknown_reference' } });
});

it.each([
  '`bad_input`, with the faults. An id in the body that leads nowhere is such a fault, too.',
  'Invalid (`bad_input`). Ids in a body that do not exist are invalid as well.',
  'The code is `bad_input`. References to things we do not know are answered alike.',
])('an unknown id is invalid input if a shared response says so: %s', async (invalid) => {
  const book = await serve({ invalid });
  expect(await book({ berth: 'Z9' })).toMatchObject({ status: 422, body: { code: 'bad_input', param: 'berth' } });
});

it('a property named like a resource is a reference if another property is described as one', async () => {
  const info = 'Ids in a body that do not exist are refused with 422 (`unknown_reference`).';
  const book = await serve({ info });
  expect(await book({ skipper: 'nobody' })).toMatchObject({ status: 422, body: { code: 'unknown_reference' } });
});

it.each([
  'If one of the ids in a body refers to nothing, that is a bad value as well.',
  'An id in a body that does not exist counts as an invalid value.',
  'Bodies with ids that we do not know are refused.',
])('an unknown id is rejected like any invalid value: %s', async (sentence) => {
  const book = await serve({ info: `Wrong values are answered with 422, code \`bad_input\`. ${sentence}` });
  expect(await book({ boatId: 'none' })).toMatchObject({ status: 422, body: { code: 'bad_input' } });
});
