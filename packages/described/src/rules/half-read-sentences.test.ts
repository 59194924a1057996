import { expect, it } from 'vitest';
import { type ClubCollection, describeClub } from '../testing/describe-club.js';
import { describeText } from '../testing/serve-described.js';

const word = { type: 'string' };
const whole = { type: 'integer' };
const price = { type: 'number' };
const moment = { type: 'string', format: 'date-time' };
const json = (schema: object) => ({ 'application/json': { schema } });
const ofType = (name: string) => ({ $ref: `#/components/schemas/${name}` });

async function modelOf(collections: Readonly<Record<string, ClubCollection>>, more = {}) {
  const { writeModel } = await describeText('club', describeClub(collections, more));
  return writeModel().full;
}

/** An operation below the record of a collection. */
const below = (path: string, more: object, schema: object = ofType(path.split('/')[1] ?? ''), method = 'post') => ({
  [path]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: word }],
    [method]: {
      operationId: 'act',
      ...more,
      responses: { 200: { description: 'Done', content: json(schema) }, ...more },
    },
  },
});

/** The value of a member that no request sends. */
async function computed(properties: ClubCollection['properties'], member: string) {
  const { resources } = await modelOf({
    berths: { properties: { name: word, status: word } },
    boats: { properties, readOnly: Object.keys(properties).filter((name) => name !== 'berthId' && name !== 'lines') },
  });
  return resources?.['boats']?.members?.[member]?.value;
}

it.each<[string, string, ClubCollection['properties']]>([
  [
    'a text that two properties share',
    'net',
    { net: { ...price, description: 'The gross' }, gross: { ...price, description: 'The gross' } },
  ],
  [
    'a total "with" something',
    'whole',
    { total: price, fee: price, whole: { ...price, description: 'Total with fee' } },
  ],
  [
    'the number that was found on all pages',
    'num_found',
    {
      lines: { type: 'array', items: { type: 'object', properties: { name: word } } },
      num_found: { ...whole, description: 'The number of lines found' },
    },
  ],
  [
    'the status of a part of a referenced record',
    'status',
    { berthId: word, status: { ...word, description: 'The status of the berth check' } },
  ],
])('does not compute a property from %s', async (_what, member, properties) => {
  expect(await computed(properties, member)).toBeUndefined();
});

it('copies the status of a referenced record', async () => {
  const properties = { berthId: word, status: { ...word, description: 'The status of the berth' } };
  expect(await computed(properties, 'status')).toBe('find("berths", self.berthId).status');
});

it('does not take the creation time of an item from the record around it', async () => {
  const created = { ...moment, description: 'Date of creation' };
  const remarks = { type: 'array', items: { type: 'object', properties: { remark: word, createdAt: created } } };
  expect(await computed({ remarks, createdAt: moment }, 'remarks[].createdAt')).toBeUndefined();
});

it.each([
  ['The id of the berth in Marina Register', 'registerId', undefined],
  ['The id of the berth', 'berthId', 'berths'],
  ['The id of the boat in the old format', 'oldBoatId', undefined],
  ['The id of the berth group', 'placeId', undefined],
])('reads "%s" of %s as a reference to %s', async (description, member, target) => {
  const { resources } = await modelOf({
    berths: { properties: { name: word } },
    boats: { properties: { [member]: { ...word, description } } },
  });
  expect(resources?.['boats']?.members?.[member]?.refersTo).toBe(target);
});

it.each([
  ['A boat name must be unique within a fleet.', undefined],
  ['A boat name must be unique within the whole system.', { name: { members: ['name'] } }],
])('"%s" makes %s unique', async (creation, unique) => {
  const { resources } = await modelOf({
    boats: { properties: { name: word }, creation, onCreate: { 409: 'Conflict' } },
  });
  expect(resources?.['boats']?.unique).toEqual(unique);
});

it('does not read a header or the title of a status as the code of an error', async () => {
  const description =
    'Too many requests give 429 with `Retry-After`. A wrong key gives 401 with the code `Unauthorized`.';
  const document = {
    ...describeClub({ boats: { properties: { name: word } } }),
    info: { title: 'Club', version: '1', description },
  };
  const { errors } = (await describeText('club', document)).writeModel().full;
  expect(errors?.['rateLimit']?.code ?? errors?.['unauthenticated']?.code).toBeUndefined();
});

it.each([
  ['unpin', ['enabled', 'disabled'], undefined],
  ['stop', ['idle', 'active'], undefined],
  ['unlock', ['active', 'locked'], 'active'],
])('%s of a boat that is %s leads to %s', async (verb, states, to) => {
  const { resources } = await modelOf(
    { boats: { properties: { name: word, status: { ...word, enum: states } }, readOnly: ['status'] } },
    below(`/boats/{id}/${verb}`, {}),
  );
  expect(resources?.['boats']?.lifecycle?.transitions?.[verb]?.to).toBe(to);
});

const conflict = { 409: { description: 'Conflict' } };

it.each([
  ['The boat must still be under way (not sunk or sold).', ['new', 'rejected']],
  ['Only for boats in new or rejected (409).', ['new', 'rejected']],
  ['The request fails if the above conditions are not met.', undefined],
])('"%s" allows %s', async (description, from) => {
  const status = { ...word, enum: ['new', 'sunk', 'sold', 'rejected'] };
  const { resources } = await modelOf(
    { boats: { properties: { name: word, status }, readOnly: ['status'] } },
    below('/boats/{id}/course', { description, ...conflict }, undefined, 'put'),
  );
  const [transition] = Object.values(resources?.['boats']?.lifecycle?.transitions ?? {});
  expect(transition?.from).toEqual(from);
});

const counts = { boats: { properties: { name: word, berthId: word } }, berths: { properties: { name: word } } };

it.each([
  ['/stats', { boats: whole }, {}, true],
  ['/stats', { boats: whole }, { parameters: [{ name: 'since', in: 'query', schema: word }] }, false],
  ['/config', { boat: whole }, {}, false],
])('%s with %j computes its response: %s', async (path, properties, more, isComputed) => {
  const schema = { type: 'object', required: Object.keys(properties), properties };
  const get = { operationId: 'stats', ...more, responses: { 200: { description: 'Figures', content: json(schema) } } };
  const { operations } = await modelOf(counts, { [path]: { get } });
  expect(typeof operations?.['stats']?.answer === 'object').toBe(isComputed);
});

it('sets up the first user without a sign-in', async () => {
  const body = { type: 'object', required: ['username', 'password'], properties: { username: word, password: word } };
  const setUp = (path: string) => ({
    [path]: {
      post: {
        operationId: 'begin',
        requestBody: { content: json(body) },
        responses: { 200: { description: 'OK', content: json({ type: 'object', properties: { token: word } }) } },
      },
    },
  });
  const users = { users: { properties: { username: word, password: word } } };
  expect((await modelOf(users, setUp('/login'))).operations?.['begin']?.login).toBe('users');
  expect((await modelOf(users, setUp('/setup'))).operations?.['begin']?.login).toBeUndefined();
});

it('carries the reference of one sent record, not that of a list', async () => {
  const fleetId = { ...word, readOnly: true };
  const { resources } = await modelOf({
    fleets: { properties: { name: word } },
    boats: { properties: { fleetId: word } },
    trips: { properties: { boatId: word, fleetId }, readOnly: ['fleetId'] },
    races: { properties: { boatIds: { type: 'array', items: word }, fleetId }, readOnly: ['fleetId'] },
  });
  expect(resources?.['trips']?.members?.['fleetId']?.value).toBe('find("boats", self.boatId).fleetId');
  expect(resources?.['races']?.members?.['fleetId']?.value).toBeUndefined();
});

it('does not compute the size of a page as a product', async () => {
  const size = { ...whole, description: 'Number of lines per page' };
  expect(await computed({ lines: whole, page: whole, size }, 'size')).toBeUndefined();
});

it('counts a number up only if requests create the records', async () => {
  const number = { ...word, readOnly: true, pattern: '^B-[0-9]{4}$', description: 'A consecutive number' };
  const boat = { type: 'object', properties: { id: word, paperRef: number } };
  const responses = { 200: { description: 'All', content: json({ type: 'array', items: boat }) } };
  const added = { 201: { description: 'Added', content: json(boat) } };
  const formWith = async (more: object) => {
    const { writeModel } = await describeText('boats', {
      openapi: '3.1.0',
      info: { title: 'Boats', version: '1' },
      paths: { '/boats': { get: { operationId: 'listBoats', responses }, ...more } },
    });
    return writeModel().full.resources?.['boats']?.members?.['paperRef']?.form;
  };
  expect(await formWith({})).toBeUndefined();
  expect(
    await formWith({ post: { operationId: 'addBoat', requestBody: { content: json(boat) }, responses: added } }),
  ).toBe('B-{sequence:4}');
});

it('what a boat already has refuses the change, and makes no boat invalid', async () => {
  const requestBody = { content: json(ofType('boats')) };
  const { resources, operations } = await modelOf(
    { boats: { properties: { name: word, sails: whole } } },
    below(
      '/boats/{id}',
      { requestBody, 409: { description: 'The boat already has more than 3 sails.' } },
      undefined,
      'patch',
    ),
  );
  expect(resources?.['boats']?.holds).toBeUndefined();
  expect(operations?.['act']?.needs).toEqual({ state: '!(self.sails > 3)' });
});

it('the result of a job is no address that is just called url', async () => {
  const status = { ...word, enum: ['queued', 'running', 'completed'], readOnly: true };
  const urls = { url: { ...word, readOnly: true }, downloadUrl: { ...word, readOnly: true } };
  const job = { type: 'object', properties: { id: { ...word, readOnly: true }, status, ...urls } };
  const { writeModel } = await describeText('exports', {
    openapi: '3.1.0',
    info: { title: 'Exports', version: '1' },
    paths: {
      '/exports': {
        post: { operationId: 'addExport', responses: { 202: { description: 'Queued', content: json(job) } } },
      },
      '/exports/{id}': {
        get: {
          operationId: 'getExport',
          parameters: [{ name: 'id', in: 'path', required: true, schema: word }],
          responses: { 200: { description: 'Done', content: json(job) } },
        },
      },
      '/exports/{id}/file': {
        get: {
          operationId: 'getFile',
          parameters: [{ name: 'id', in: 'path', required: true, schema: word }],
          responses: { 200: { description: 'The file', content: { 'text/csv': { schema: word } } } },
        },
      },
    },
  });
  const { resources } = writeModel().full;
  const sets = JSON.stringify(
    Object.values(resources?.['exports']?.lifecycle?.transitions ?? {}).map(({ set }) => set),
  );
  expect([/"downloadUrl"/.test(sets), /"url"/.test(sets)]).toEqual([true, false]);
});
