import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { expect, it } from 'vitest';
import { call } from './testing/call.js';
import { harEntry, harOf } from './testing/har.js';
import { runCli } from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { start, folderWith } = useResources();

/** Records requests about animals, whose first note opens a chart. Ids are UUIDs that begin with `first`. */
function record(first: string, choices: readonly number[]): string {
  const entries: object[] = [];
  const animals: { id: string; name: string }[] = [];
  const notes: { id: string; chartId: string; animalId: string; text: string }[] = [];
  const charts = new Map<string, string>();
  const uuid = () =>
    `${first}${String(entries.length).padStart(4, '0')}-aaaa-4bbb-8ccc-${String(charts.size * 7919 + notes.length + animals.length * 97).padStart(12, '0')}`;
  const send = (line: string, status: number, body: unknown, sent?: object) => {
    const startedDateTime = new Date(Date.UTC(2026, 0, 1) + entries.length * 5000).toISOString();
    const [method, path] = line.split(' ');
    const copy = JSON.parse(JSON.stringify(body));
    entries.push(harEntry(`${method} https://vet.test${path}`, copy, { startedDateTime, status, sent }));
  };
  const note = (line: string, animalId: string, chartId: string) => {
    const text = `Note ${notes.length}`;
    const made = { id: uuid(), chartId, animalId, text };
    notes.push(made);
    send(line, 201, made, { text });
  };
  for (const [index, choice] of choices.entries()) {
    const animal = { id: uuid(), name: `Animal ${index}` };
    animals.push(animal);
    send('POST /animals', 201, animal, { name: animal.name });
    const { id } = animals[choice % animals.length] ?? animal;
    const chartId = charts.get(id) ?? uuid();
    charts.set(id, chartId);
    note(`POST /animals/${id}/notes`, id, chartId);
    const [animalId, other] = [...charts][choice % charts.size] ?? [id, chartId];
    note(`POST /charts/${other}/notes`, animalId, other);
    if (index % 2 === 0) continue;
    send(
      `GET /charts/${other}/notes`,
      200,
      notes.filter((each) => each.chartId === other),
    );
    const shown = [...charts].map(([animalId, id]) => ({
      id,
      animalId,
      latest: notes.findLast((each) => each.chartId === id),
    }));
    send('GET /charts', 200, shown);
  }
  return harOf(...entries);
}

it('learns a second id for each record, and separate ids for lists', async () => {
  const [first, second] = [record('00c0', [0, 0, 1, 3, 1, 4, 2, 0]), record('00d0', [0, 1, 1, 2, 0, 3, 5, 1])];
  const folder = await folderWith({ 'one.har': first, 'two.har': second });
  const [one, two, learned] = ['one.har', 'two.har', 'learned'].map((name) => join(folder, name));
  const { out } = await runCli('learn', String(one), '--check', String(two), '--folder', String(learned), '--json');
  const { [String(two)]: agreement } = JSON.parse(out).agreements;
  expect(agreement).toMatchObject({ status: agreement.exchanges, shape: agreement.exchanges });
  expect(agreement.relations.held / agreement.relations.all).toBeGreaterThan(0.9);

  const file = join(String(learned), 'openapi.yaml');
  expect(JSON.stringify(await loadYaml(file))).toContain('string(path.animalId))');
  const given = await start({ apis: [file] }, 'any');
  const send = async (line: string, sent?: object) => Object((await call(given, line, sent)).body);
  const [one_, other] = [await send('POST /animals', { name: 'Ada' }), await send('POST /animals', { name: 'Bo' })];
  const ids = [one_, other, one_].map(
    async ({ id }) => (await send(`POST /animals/${id}/notes`, { text: 'x' })).chartId,
  );
  const [a, b, again] = await Promise.all(ids);
  expect([a === again, a === b]).toEqual([true, false]);
}, 120_000);
