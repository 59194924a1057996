import { describe, expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const json = (schema: object) => ({ 'application/json': { schema } });
const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });

interface Said {
  readonly add?: string;
  readonly taken?: string;
  readonly pumps?: string;
  readonly serial?: string;
}

/** Describes farms with pumps, which are added to a farm and which readings name. */
function describeFarms({ add, taken, pumps, serial }: Said) {
  const pump = { serial: { ...text, description: serial ?? '' }, power: { type: 'integer' } };
  const schemas = {
    Pump: object({ id: text, farmId: text, ...pump }),
    Farm: object({
      id: text,
      name: text,
      pumps: { type: 'array', description: pumps ?? '', items: { $ref: '#/components/schemas/Pump' } },
    }),
    Reading: object({ id: text, pumpId: text, farmId: text }),
  };
  const shown = (kind: string, status = '201') => ({
    [status]: { description: 'It', content: json({ $ref: `#/components/schemas/${kind}` }) },
  });
  const refused = (status: string, description: string) => ({
    [status]: { description, content: json(object({ code: text })) },
  });
  const farmId = { name: 'farmId', in: 'path', required: true, schema: text };
  return {
    openapi: '3.1.0',
    info: { title: 'Irrigation', version: '1' },
    paths: {
      '/farms': {
        post: {
          operationId: 'addFarm',
          requestBody: { content: json(object({ name: text })) },
          responses: shown('Farm'),
        },
      },
      '/farms/{farmId}': {
        get: {
          operationId: 'getFarm',
          parameters: [farmId],
          responses: { ...shown('Farm', '200'), ...refused('404', 'None') },
        },
      },
      '/farms/{farmId}/pumps': {
        post: {
          operationId: 'addPump',
          description: add ?? '',
          parameters: [farmId],
          requestBody: { content: json(object(pump)) },
          responses: { ...shown('Pump'), ...(taken === undefined ? {} : refused('409', taken)) },
        },
      },
      '/readings': {
        post: {
          operationId: 'addReading',
          requestBody: { content: json(object({ pumpId: { ...text, description: 'An unknown pump is refused.' } })) },
          responses: { ...shown('Reading'), ...refused('422', 'Invalid') },
        },
      },
    },
    components: { schemas },
  };
}

async function serve(said: Said = {}) {
  const { api } = await describeText('farms', describeFarms(said));
  const call = createSender(await serveDescribed(api));
  const { body: farm } = await call('POST /farms', { name: 'North' });
  const { body: other } = await call('POST /farms', { name: 'South' });
  const add = async (serial: string, at = farm) => await call(`POST /farms/${at.id}/pumps`, { serial, power: 3 });
  return { call, farm, other, add };
}

it('embedded items that other requests reference are stored as a separate resource', async () => {
  const { call, farm, other, add } = await serve({ pumps: 'In alphabetical order of the serial.' });
  const { body: second } = await add('B');
  const { body: first } = await add('A');
  await add('C', other);
  expect(first).toMatchObject({ serial: 'A', farmId: farm.id });
  expect((await call(`GET /farms/${farm.id}`)).body.pumps).toEqual([first, second]);
  expect((await call('POST /readings', { pumpId: first.id })).body).toMatchObject({ farmId: farm.id });
  expect((await call('POST /readings', { pumpId: 'none' })).status).toBe(422);
});

describe('a unique property of an embedded item', () => {
  it.each([
    ['Adds a pump.', 201],
    ['A serial can be on one pump only, in the whole company.', 409],
    ['No serial occurs twice anywhere.', 409],
  ])('is unique within its parent, or globally if the description says so: %s', async (said, status) => {
    const { other, add } = await serve({ add: said, taken: 'Another pump has this serial (`serial_taken`).' });
    await add('A');
    expect((await add('a')).status).toBe(409);
    expect((await add('A', other)).status).toBe(status);
  });

  it.each([
    'Kept in capitals without blanks and hyphens.',
    'Stored in upper case, without spaces or hyphens.',
    'Serials are compared (and kept) in capital letters without spaces and hyphens.',
  ])('is normalized as described: %s', async (serial) => {
    const { add } = await serve({ serial, taken: 'Another pump has this serial.' });
    expect((await add('p-7 x')).body.serial).toBe('P7X');
    expect((await add('P 7-x')).status).toBe(409);
  });

  it('is stored as sent if the description only says how it is printed', async () => {
    const { add } = await serve({ serial: 'Printed without blanks and hyphens.' });
    expect((await add('p-7 x')).body.serial).toBe('p-7 x');
  });
});
