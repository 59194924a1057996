import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const key = (name: string) => ({ name, in: 'path', required: true, schema: text });

/** A collection with its own paths. */
const collection = (path: string, name: string, id: string, sent: object) => ({
  [path]: {
    post: {
      operationId: `add_${name}`,
      requestBody: json(object(sent)),
      responses: { 201: { description: 'It', ...json(ref(name)) } },
    },
  },
  [`${path}/{${id}}`]: {
    parameters: [key(id)],
    get: { operationId: `get_${name}`, responses: { 200: { description: 'It', ...json(ref(name)) } } },
  },
});

async function serve(name: string, paths: object, schemas: object) {
  const { api, explanation } = await describeText(name, {
    ...{ openapi: '3.1.0', info: { title: name, version: '1' }, paths },
    components: { schemas },
  });
  const send = createSender(await serveDescribed(api));
  return { send, does: (id: string) => explanation.operations.find(({ operationId }) => operationId === id)?.does };
}

describe('inference from verbs and names', () => {
  it.each([
    ['check_out', '/rentals', 'rentals'],
    ['checkIn', '/stays', 'stays'],
    ['check_off', '/deliveries', 'deliveries'],
  ])('%s creates a record', async (operationId, path, name) => {
    const schemas = { Thing: object({ id: text, guest: text, endedAt: { type: ['string', 'null'] } }) };
    const answer = { 201: { description: 'It', ...json(ref('Thing')) } };
    const { does } = await serve(
      name,
      {
        [path]: { post: { operationId, requestBody: json(object({ guest: text })), responses: answer } },
        [`${path}/{id}/close`]: {
          post: {
            operationId: 'finish',
            parameters: [key('id')],
            responses: { 200: { description: 'It', ...json(ref('Thing')) } },
          },
        },
      },
      schemas,
    );
    expect(does(operationId)).toBe('create');
  });

  it.each(['check', 'checkPrice', 'check_stock'])('%s does not create a record', async (operationId) => {
    const { does } = await serve(
      'prices',
      {
        '/prices': {
          post: {
            operationId,
            requestBody: json(object({ sku: text })),
            responses: { 200: { description: 'It', ...json(object({ sku: text, price: { type: 'number' } })) } },
          },
        },
      },
      {},
    );
    expect(does(operationId)).toBe('answer');
  });

  it.each([
    ['reserve', 'books', 'holds'],
    ['assign', 'desks', 'keys'],
    ['flag', 'posts', 'reports'],
  ])('%s under %s stores records that are read at /%s', async (operationId, owners, things) => {
    const own = `${owners.slice(0, -1)}Id`;
    const { send } = await serve(
      things,
      {
        ...collection(`/${owners}`, 'Owner', own, { title: text }),
        [`/${owners}/{${own}}/${things}`]: {
          post: {
            operationId,
            parameters: [key(own)],
            requestBody: json(object({ person: text })),
            responses: { 201: { description: 'It', ...json(ref('Thing')) } },
          },
        },
        [`/${things}/{thingId}`]: {
          parameters: [key('thingId')],
          get: { operationId: 'getThing', responses: { 200: { description: 'It', ...json(ref('Thing')) } } },
        },
      },
      { Owner: object({ id: text, title: text }), Thing: object({ id: text, [own]: text, person: text }) },
    );
    const { id: owner } = (await send(`POST /${owners}`, { title: 'One' })).body;
    const { body } = await send(`POST /${owners}/${owner}/${things}`, { person: 'Ann' });
    expect((await send(`GET /${things}/${body.id}`)).body).toEqual({ id: body.id, [own]: owner, person: 'Ann' });
  });

  it.each([
    ['claims', 'policies', 'policyId'],
    ['invoices', 'tenants', 'tenantId'],
    ['visits', 'animals', 'animalId'],
  ])('a PATCH on %s finds the record that was created under %s', async (things, owners, own) => {
    const { send } = await serve(
      things,
      {
        ...collection(`/${owners}`, 'Owner', own, { title: text }),
        [`/${owners}/{${own}}/${things}`]: {
          post: {
            operationId: 'make',
            parameters: [key(own)],
            requestBody: json(object({ cause: text })),
            responses: { 201: { description: 'It', ...json(ref('Thing')) } },
          },
        },
        [`/${things}/{thingId}`]: {
          parameters: [key('thingId')],
          patch: {
            operationId: 'settle',
            requestBody: json({ type: 'object', properties: { note: text } }),
            responses: { 200: { description: 'It', ...json(ref('Thing')) } },
          },
        },
      },
      { Owner: object({ id: text, title: text }), Thing: object({ id: text, [own]: text, cause: text, note: text }) },
    );
    const { id: owner } = (await send(`POST /${owners}`, { title: 'One' })).body;
    const { body } = await send(`POST /${owners}/${owner}/${things}`, { cause: 'Rain' });
    const changed = await send(`PATCH /${things}/${body.id}`, { note: 'Paid' });
    expect(changed.body).toEqual({ id: body.id, [own]: owner, cause: 'Rain', note: 'Paid' });
  });

  it('new records have ids that match the path parameter of another operation', async () => {
    const { send } = await serve(
      'tasks',
      {
        ...collection('/courses', 'Owner', 'courseId', { title: text }),
        '/courses/{courseId}/tasks': {
          post: {
            operationId: 'addTask',
            parameters: [key('courseId')],
            requestBody: json(object({ title: text })),
            responses: { 201: { description: 'It', ...json(ref('Thing')) } },
          },
        },
        '/tasks/{taskId}': {
          delete: {
            operationId: 'dropTask',
            parameters: [{ ...key('taskId'), schema: { type: 'string', pattern: '^tsk_[a-z0-9]+$' } }],
            responses: { 204: { description: 'Done' } },
          },
        },
      },
      { Owner: object({ id: text, title: text }), Thing: object({ id: text, courseId: text, title: text }) },
    );
    const { id: course } = (await send('POST /courses', { title: 'One' })).body;
    const { body } = await send(`POST /courses/${course}/tasks`, { title: 'Two' });
    expect((await send(`DELETE /tasks/${body.id}`)).status).toBe(204);
  });

  it.each([
    ['members', 'checkins', 'memberId', 'create'],
    ['gates', 'passages', 'gateId', 'create'],
    ['cards', 'swipes', 'cardId', 'create'],
    ['members', 'receipts', 'cardId', 'answer'],
    ['gates', 'passages', undefined, 'answer'],
  ])('POST under %s without a body that returns %s with %s is inferred as %s', async (owners, things, names, does) => {
    const own = `${owners.slice(0, -1)}Id`;
    const plans = await serve(
      things,
      {
        ...collection(`/${owners}`, 'Owner', own, { title: text }),
        [`/${owners}/{${own}}/${things}`]: {
          post: {
            operationId: 'pass',
            parameters: [key(own)],
            responses: {
              201: {
                description: 'It',
                ...json(object({ id: text, at: text, left: text, ...(names && { [names]: text }) })),
              },
            },
          },
        },
      },
      { Owner: object({ id: text, title: text, seen: text, place: text }) },
    );
    expect(plans.does('pass')).toBe(does);
  });

  it.each([
    ['asset_tag', 'assets', true],
    ['room_slug', 'rooms', true],
    ['bike_frame', 'bikes', true],
    ['tag', 'assets', false],
    ['color_tag', 'assets', false],
  ])('%s in another record refers to %s: %s', async (name, owners, names) => {
    const { writeModel } = await describeText('store', {
      ...{ openapi: '3.1.0', info: { title: 'Store', version: '1' } },
      paths: {
        ...collection(`/${owners}`, 'Owner', name, { [name]: text }),
        ...collection('/loans', 'Loan', 'id', {}),
      },
      components: {
        schemas: { Owner: object({ [name]: text, title: text }), Loan: object({ id: text, [name]: text, by: text }) },
      },
    });
    expect(writeModel().full.resources?.['loans']?.members?.[name]?.refersTo).toBe(names ? owners : undefined);
  });
});
