import { describe, expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { describeText } from '../testing/serve-described.js';

const text = { type: 'string' };

/** The unique members of patients, boats and albums, as a creation or its refusal describes them. */
async function uniqueIn(thing: 'patients' | 'boats' | 'albums', creation: string, refused = 'Refused') {
  const own = { patients: { phone: text }, boats: { plate: text, flag: text }, albums: { artist: text, title: text } };
  const { writeModel } = await describeText(
    'club',
    describeClub({ [thing]: { properties: { note: text, ...own[thing] }, creation, onCreate: { '409': refused } } }),
  );
  return Object.values(writeModel().full.resources?.[thing]?.unique ?? {}).map(({ members, otherwise }) => [
    members,
    otherwise,
  ]);
}

describe('a unique constraint', () => {
  it.each([
    ['patients', 'A phone belongs to one patient only. A second patient with the same phone: 409, code `phoneTaken`.'],
    ['patients', 'A phone belongs to just one patient, otherwise 409 `phoneTaken`.'],
    ['patients', 'Each phone is used by one patient at most: 409 `phoneTaken`.'],
    ['patients', 'A phone that is known already gives 409 `phoneTaken`.'],
    ['patients', 'We refuse a phone that we have already seen: 409, `phoneTaken`.'],
    ['boats', 'Two boats cannot have the same plate (409 `plateTaken`).'],
    ['boats', 'Registering the same plate twice is not possible (409 `plateTaken`).'],
    ['boats', 'Every plate can only be there once (409 `plateTaken`).'],
    ['albums', 'A title may be used once; the second is turned away with `titleTaken` (409).'],
  ] as const)('is read from the create description of %s: %s', async (thing, creation) => {
    const name = { patients: 'phone', boats: 'plate', albums: 'title' }[thing];
    expect(await uniqueIn(thing, creation)).toEqual([[[name], `${name}Taken`]]);
  });

  it.each([
    ['patients', 'There is a patient with this phone (`phoneTaken`).'],
    ['patients', 'Somebody else has this phone (`phoneTaken`)'],
    ['boats', 'There already is a boat with this plate (code `plateTaken`).'],
    ['boats', 'Plate in use (`plateTaken`)'],
    ['albums', 'The title is on the list already (`titleTaken`)'],
  ] as const)('is read from the 409 description of %s: %s', async (thing, refused) => {
    const name = { patients: 'phone', boats: 'plate', albums: 'title' }[thing];
    expect(await uniqueIn(thing, '', refused)).toEqual([[[name], `${name}Taken`]]);
  });

  it.each([
    ['boats', 'The combination of flag and plate may occur once; the second is turned away with `twice` (409).'],
    ['boats', 'Flag and plate together are unique (409 `twice`).'],
    ['albums', 'The same artist and title can only be there once (409 `twice`).'],
    ['albums', 'A title occurs once per artist (409 `twice`); another artist may use it.'],
  ] as const)('can combine two properties of %s: %s', async (thing, creation) => {
    const names = thing === 'boats' ? ['flag', 'plate'] : ['artist', 'title'];
    const [[members = [], code] = []] = await uniqueIn(thing, creation);
    expect([[...members].sort(), code]).toEqual([names, 'twice']);
  });

  it.each([
    ['patients', 'There is no patient with this phone (`unknown`).'],
    ['patients', 'The phone is known to be broken (`broken`).'],
    ['boats', 'The plate may be used by one boat or by several.'],
    ['boats', 'A boat belongs to one flag (409 `flag`).'],
    ['albums', 'The artist is not there (`absent`).'],
  ] as const)('is not read from an unrelated sentence about %s: %s', async (thing, refused) => {
    expect(await uniqueIn(thing, refused, refused)).toEqual([]);
  });

  it('sets the error code for a duplicate key', async () => {
    const boat = { plate: text, name: text };
    const body = { 'application/json': { schema: { type: 'object', required: ['plate'], properties: boat } } };
    const one = {
      description: 'It',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/boats' } } },
    };
    const { writeModel } = await describeText('club', {
      ...describeClub({}),
      paths: {
        '/boats': {
          post: {
            operationId: 'addBoat',
            description: 'Plates are unique (409 `plateTaken`).',
            requestBody: { content: body },
            responses: { '201': one, '409': { $ref: '#/components/responses/Error' } },
          },
        },
        '/boats/{plate}': {
          parameters: [{ name: 'plate', in: 'path', required: true, schema: text }],
          get: { operationId: 'getBoat', responses: { '200': one } },
        },
      },
      components: {
        responses: { Error: { description: 'Refused' } },
        schemas: { boats: { type: 'object', required: ['plate'], properties: boat } },
      },
    });
    expect(writeModel().full.operations?.['addBoat']?.errors).toEqual({ '409': { code: 'plateTaken' } });
  });

  it.each(['No two orders can share a number.', 'Must be unique.', 'Each number is used once.'])(
    'applies to a property that an action sets: %s',
    async (description) => {
      const order = { 'application/json': { schema: { $ref: '#/components/schemas/orders' } } };
      const sent = { type: 'object', required: ['slip'], properties: { slip: { ...text, description } } };
      const place = {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        post: {
          operationId: 'placeOrder',
          requestBody: { content: { 'application/json': { schema: sent } } },
          responses: {
            '200': { description: 'It', content: order },
            '409': { description: '`closed`, or `slip_used` with field `slip`' },
          },
        },
      };
      const { writeModel } = await describeText(
        'club',
        describeClub(
          { orders: { properties: { name: text, slip: { type: ['string', 'null'] } }, readOnly: ['slip'] } },
          { '/orders/{id}/place': place },
        ),
      );
      const unique = { slip: { members: ['slip'], otherwise: 'slip_used' } };
      expect(writeModel().full.resources?.['orders']?.unique).toEqual(unique);
    },
  );
});
