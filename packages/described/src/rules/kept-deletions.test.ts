import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const time = { type: ['string', 'null'], format: 'date-time' };
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const ref = { $ref: '#/components/schemas/Thing' };
const answer = (description: string) => ({ 200: { description, ...json(ref) } });

interface Told {
  readonly verb: string;
  readonly members: Schema;
  readonly deletion?: string;
  readonly reading?: string;
  readonly tag?: string;
  readonly listing?: string;
  readonly flag?: Schema;
}

function describeThings(name: string, { verb, members, deletion, reading = 'It', tag, listing, flag }: Told) {
  const key = { name: 'id', in: 'path', required: true, schema: text };
  const status = { name: 'status', in: 'query', schema: text };
  return {
    ...{ openapi: '3.1.0', info: { title: name, version: '1' }, tags: [{ name, description: tag }] },
    paths: {
      [`/${name}`]: {
        get: {
          ...{ operationId: 'list', description: listing, tags: [name] },
          parameters: [...('status' in members ? [status] : []), ...(flag === undefined ? [] : [flag])],
          responses: { 200: { description: 'All', ...json({ type: 'array', items: ref }) } },
        },
        post: {
          ...{ operationId: 'add', tags: [name] },
          requestBody: json({ type: 'object', properties: { name: text } }),
          responses: { 201: { description: 'It', ...json(ref) } },
        },
      },
      [`/${name}/{id}`]: {
        parameters: [key],
        get: { operationId: 'get', tags: [name], responses: answer(reading) },
        delete: {
          ...{ operationId: `${verb}Thing`, description: deletion, tags: [name] },
          responses: { 204: { description: 'Done' }, 404: { description: 'None' } },
        },
      },
    },
    components: { schemas: { Thing: { type: 'object', properties: { id: text, name: text, ...members } } } },
  };
}

async function deleteOne(name: string, told: Told) {
  const { api } = await describeText(name, describeThings(name, told));
  const send = createSender(await serveDescribed(api));
  const { id } = (await send(`POST /${name}`, { name: 'One' })).body;
  expect((await send(`DELETE /${name}/${id}`)).status).toBe(204);
  const { status, body } = await send(`GET /${name}/${id}`);
  const all = (await send(`GET /${name}`)).body as readonly { id: unknown }[];
  return { status, body, isListed: all.some((each) => each.id === id) };
}

describe('a DELETE request', () => {
  it.each<[string, Told, string]>([
    ['patients', { verb: 'archive', members: { archivedAt: time } }, 'archivedAt'],
    [
      'machines',
      { verb: 'retire', members: { retired_at: time }, listing: 'All. Retired machines are left out.' },
      'retired_at',
    ],
    ['notes', { verb: 'delete', members: { deletedAt: time }, deletion: 'Sets `deletedAt`.' }, 'deletedAt'],
    ['files', { verb: 'delete', members: { deleted_at: time }, reading: 'The file, even a deleted one' }, 'deleted_at'],
    ['pages', { verb: 'remove', members: { removedAt: time }, deletion: 'It can still be read.' }, 'removedAt'],
    [
      'members',
      { verb: 'delete', members: { archivedAt: time }, tag: 'We never really delete members.' },
      'archivedAt',
    ],
    ['songs', { verb: 'bin', members: { deletedAt: time }, deletion: 'Nothing is lost, it just hides.' }, 'deletedAt'],
  ])('marks %s with a timestamp: they can be read but are not listed', async (name, told, mark) => {
    const { status, body, isListed } = await deleteOne(name, told);
    expect([status, typeof body[mark], isListed]).toEqual([200, 'string', false]);
  });

  it.each<[string, Told]>([
    ['patients', { verb: 'delete', members: { deletedAt: time } }],
    ['orders', { verb: 'cancel', members: { cancelledAt: time } }],
    ['notes', { verb: 'remove', members: { archivedAt: time }, deletion: 'It is gone for good.' }],
  ])('removes %s if nothing says that they are kept', async (name, told) => {
    const { status, isListed } = await deleteOne(name, told);
    expect([status, isListed]).toEqual([404, false]);
  });

  it('can set a status and keep the record in a list that does not exclude it', async () => {
    const members = { status: { type: 'string', enum: ['waiting', 'cancelled'] } };
    const told = { verb: 'cancel', members, deletion: 'The record stays, with status `cancelled`.' };
    const { body, isListed } = await deleteOne('places', told);
    expect([body.status, isListed]).toEqual(['cancelled', true]);
  });
});

describe('records that a list leaves out', () => {
  const members = { status: { type: 'string', enum: ['open', 'empty', 'retired'] }, archived: { type: 'boolean' } };
  const onlyOf = async (listing: string, flag?: Schema) => {
    const told = { verb: 'delete', members, listing, ...(flag && { flag }) };
    const { writeModel } = await describeText('casks', describeThings('casks', told));
    return writeModel().full.operations?.['list']?.only;
  };

  it.each([
    ['Retired casks are left out.', '!(self.status == "retired")'],
    [
      'Empty casks are hidden unless `status=empty` is requested.',
      'query.status == "empty" || !(self.status == "empty")',
    ],
    ['Empty casks are not listed, except if asked for.', 'query.status == "empty" || !(self.status == "empty")'],
    ['Archived ones do not appear here.', '!(self.archived == true)'],
    ["Retired casks aren't in here, ever.", '!(self.status == "retired")'],
  ])('are read from: %s', async (listing, only) => expect(await onlyOf(listing)).toBe(only));

  it.each(['Damaged casks are left out.', 'Empty casks are welcome.', 'Retired casks are left out by the cooper.'])(
    'are not guessed from: %s',
    async (listing) => expect(await onlyOf(listing)).toBeUndefined(),
  );

  it('are left to a boolean query parameter that has a default', async () => {
    const flag = { name: 'include_archived', in: 'query', schema: { type: 'boolean', default: false } };
    expect(await onlyOf('Archived casks are left out unless asked for.', flag)).toBeUndefined();
  });

  it('are included when a boolean query parameter without a default is true', async () => {
    const flag = { name: 'include_archived', in: 'query', schema: { type: 'boolean' } };
    expect(await onlyOf('Archived casks are left out unless asked for.', flag)).toBe(
      'query.include_archived == true || !(self.archived == true)',
    );
  });
});
