import { describe, expect, it } from 'vitest';
import { call } from '../testing/call.js';
import { useConsole } from '../testing/use-console.js';
import { useResources } from '../testing/use-resources.js';

const thing = (members: object) => ({
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', readOnly: true }, ...members },
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
/** Operations that create and read one kind of thing. */
const paths = (name: string, schema: object) => ({
  [`/${name}s`]: {
    post: {
      operationId: `create-${name}`,
      requestBody: json(schema),
      responses: { 201: { description: 'Created', ...json(schema) }, 422: { description: 'Invalid' } },
    },
  },
  [`/${name}s/{id}`]: {
    get: {
      operationId: `get-${name}`,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'One', ...json(schema) }, 404: { description: 'Unknown' } },
    },
  },
});
/** Kinds of things that are listed before the others. */
const others = Array.from({ length: 14 }, (_, at) => `a-${at}-box`);
const file = await useResources().fileWith('trips.json', {
  openapi: '3.1.0',
  info: { title: 'Trips', version: '1' },
  paths: {
    ...paths('rider', thing({ name: { type: 'string' } })),
    ...Object.assign({}, ...others.map((name) => paths(name, thing({ name: { type: 'string' } })))),
    ...paths(
      'trip',
      thing({
        riderId: { type: 'string' },
        goal: { type: 'string' },
        stops: { type: 'array', items: { type: 'object' } },
      }),
    ),
  },
});
const opened = useConsole({ apis: [file], seed: 'empty' });

describe.skipIf(process.platform !== 'linux')('records in the console', () => {
  it('link to the records that they reference and to those that reference them', async () => {
    const ask = async (line: string, body: object) => (await call(opened.simulators, line, body)).body.id;
    const rider = await ask('POST /riders', { name: 'Ada Byron' });
    const trip = await ask('POST /trips', { riderId: rider, goal: 'Greenwich' });
    await ask('POST /trips', { riderId: rider, goal: 'Dover' });
    const page = await opened.view.show(`data/trips/trips/${trip}`);
    await page.getByRole('link', { name: `riders / ${rider}` }).click();
    await page.getByRole('link', { name: 'trips: 2' }).click();
    await page.getByRole('cell', { name: 'Dover' }).waitFor();
    expect(await opened.view.accessibility()).toEqual([]);
  });

  it('show bidirectional control characters as escapes', async () => {
    const { body } = await call(opened.simulators, 'POST /riders', { name: 'abc\u202efdp.exe' });
    const page = await opened.view.show('data/trips/riders');
    await page.getByRole('cell', { name: String.raw`abc\u202efdp.exe` }).waitFor();
    await opened.view.show(`data/trips/riders/${body.id}`);
    await page.getByText(String.raw`abc\u202efdp.exe`).first().waitFor();
    const entry = (await opened.simulators.control.journal.list({ type: 'request' })).findLast(
      ({ operationId }) => operationId === 'create-rider',
    );
    await opened.view.show(`traffic/${entry?.seq}`);
    await page.getByText(String.raw`"abc\u202efdp.exe"`).first().waitFor();
    expect(await page.locator('main').innerText()).not.toContain('\u202e');
  });

  it('can be listed, shown and edited even if a record has 150 KB', async () => {
    const stops = Array.from({ length: 1500 }, (_, at) => ({ at, text: 'x'.repeat(80) }));
    const { id } = (await call(opened.simulators, 'POST /trips', { goal: 'Far away', stops })).body;
    const page = await opened.view.show('data/trips/trips');
    await page.getByRole('cell', { name: 'Far away' }).waitFor();
    await opened.view.show(`data/trips/trips/${id}`);
    await page.getByText('"at": 1499').waitFor();
    await page.getByText('Edit', { exact: true }).click();
    await page.getByLabel('goal').fill('Farther away');
    await opened.view.press('Save');
    await opened.view.hears(`Saved ${id}`);
    const read = (await call(opened.simulators, `GET /trips/${id}`)).body;
    expect([read.goal, read.stops]).toEqual(['Farther away', stops]);
    const begun = await call(opened.simulators, `PATCH /_sim/records/trips/trips/${id}`, {
      goal: 'x… [the beginning]',
    });
    expect([begun.status, begun.body.detail]).toEqual([
      400,
      expect.stringContaining('/body/goal is only the beginning'),
    ]);
  });

  it('are found by their content with Ctrl+K', async () => {
    for (const name of others) await call(opened.simulators, `POST /${name}s`, { name: 'full' });
    const page = await opened.view.show('overview');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill('Greenw');
    await page.getByRole('option', { name: /record of trips/ }).click();
    await page.getByRole('heading', { name: /trips \/ / }).waitFor();
  });
});
