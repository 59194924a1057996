import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const json = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } });
const text = { type: 'string' };
const crate = { $ref: '#/components/schemas/Crate' };
const states = ['emptied', 'stored', 'loaded', 'weighed'];

interface CrateSentences {
  readonly create?: string;
  readonly created?: string;
  readonly status?: string;
  readonly example?: object;
  readonly settable?: readonly string[];
}

/** Describes crates with a state. */
function describeCrates({ create, created, status, example, settable = states }: CrateSentences): object {
  const id = { name: 'crateId', in: 'path', required: true, schema: text };
  return {
    openapi: '3.1.0',
    info: { title: 'Crates', version: '1' },
    paths: {
      '/crates': {
        get: {
          operationId: 'listCrates',
          responses: { '200': { description: 'All', content: json({ type: 'array', items: crate }) } },
        },
        post: {
          operationId: 'addCrate',
          ...(create === undefined ? {} : { description: create }),
          requestBody: { content: json({ type: 'object', required: ['label'], properties: { label: text } }) },
          responses: {
            '201': { description: created ?? 'It', content: json(crate, example === undefined ? {} : { example }) },
          },
        },
      },
      '/crates/{crateId}': {
        parameters: [id],
        get: {
          operationId: 'getCrate',
          responses: { '200': { description: 'It', content: json(crate) }, '404': { description: 'None' } },
        },
        patch: {
          operationId: 'changeCrate',
          requestBody: { content: json({ type: 'object', properties: { label: text, status: { enum: settable } } }) },
          responses: { '200': { description: 'It', content: json(crate) }, '404': { description: 'None' } },
        },
      },
    },
    components: {
      schemas: {
        CrateStatus: { type: 'string', enum: states },
        Crate: {
          type: 'object',
          required: ['id', 'label', 'status'],
          properties: {
            id: text,
            label: text,
            status: {
              $ref: '#/components/schemas/CrateStatus',
              ...(status === undefined ? {} : { description: status }),
            },
          },
        },
      },
    },
  };
}

async function firstState(said: CrateSentences): Promise<string> {
  const { api } = await describeText('crates', describeCrates(said));
  const call = createSender(await serveDescribed(api));
  return (await call('POST /crates', { label: 'A' })).body.status;
}

describe('the state of a new record', () => {
  it.each([
    'Starts out as `weighed`.',
    '`weighed` at first.',
    'Initially `weighed`.',
    '`weighed` when the crate is created.',
    'A new crate is `weighed`.',
    'Crates start as `weighed`.',
    'Is `weighed` until it is loaded.',
    'Always `weighed` to begin with.',
    'The initial status is `weighed`.',
    'Begins in `weighed`; the shift leader changes it.',
    '`weighed` → `loaded` → `emptied`',
    'Goes from `weighed` to `loaded`, and from there to `emptied`.',
    'Defaults to `weighed`.',
    'New crates are `weighed`, those on a truck `loaded`.',
  ])('is read from the description of the state property: %s', async (status) => {
    expect(await firstState({ status })).toBe('weighed');
  });

  it.each([
    'The crate is for the yard and starts out as `weighed`.',
    'It is `weighed` from then on.',
    'Registers a crate, which is `weighed` at first.',
    'Adds a crate with the status `weighed`.',
    'The new crate has the status `weighed`.',
    'Every crate begins as `weighed`.',
    'Sets the status to `weighed`.',
    'The crate counts as weighed until it is put on a truck.',
    'Puts a crate in the yard; it stays `weighed` until somebody takes it.',
    'Crates are created in status `weighed`.',
  ])('is read from the description of the create operation: %s', async (create) => {
    expect(await firstState({ create })).toBe('weighed');
  });

  it.each([
    'The crate, `weighed` from now on.',
    'The crate. Its status is `weighed`.',
    'The weighed crate.',
    'The crate is `weighed`.',
    'The new crate, still `weighed`.',
    'Created. The crate is now `weighed`.',
  ])('is read from the description of the create response: %s', async (created) => {
    expect(await firstState({ created })).toBe('weighed');
  });

  it('is taken from an example of the create response', async () => {
    expect(await firstState({ example: { id: 'c1', label: 'A', status: 'weighed' } })).toBe('weighed');
  });

  it('is the state that no update can set', async () => {
    expect(await firstState({ settable: ['emptied', 'loaded', 'stored'] })).toBe('weighed');
  });

  it.each([
    { status: 'Usually starts as `weighed`.' },
    { status: 'A crate that starts a trip is `weighed`.' },
    { create: 'A new crate needs a `weighed` one beside it.' },
    { create: 'The crate starts as `weighed` if the yard has a scale.' },
    { create: 'Weighed crates take no room in the yard.' },
    { create: 'Crates in `weighed` do not count.' },
    { created: 'The crate. It can be `weighed` from now on.' },
    { created: 'The crate; it is not `weighed` yet.' },
  ])('is not guessed from %o', async (said) => {
    expect(await firstState(said)).not.toBe('weighed');
  });
});
