import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { loadModel, readModel } from '@understudy/model';
import { expect, it, onTestFinished } from 'vitest';
import { describeApi } from './describe-api.js';
import { createSender, describeText, serveDescribed } from './testing/serve-described.js';

const description = (model = '') => `openapi: 3.1.0
info: { title: Clubs, version: '1' }
paths:
  /clubs:
    post:
      operationId: createClub
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Club' } } } }
      responses: { '201': { description: Created, content: { application/json: { schema: { $ref: '#/components/schemas/Club' } } } } }
  /clubs/{id}:
    get:
      operationId: getClub
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Club' } } } } }
components:
  schemas:
    Club: { type: object, required: [id], properties: { id: { type: string, readOnly: true }, name: { type: string }, label: { type: string, readOnly: true }, code: { type: string, readOnly: true } } }
${model}`;

const inDescription = `x-understudy:
  understudy: 1
  resources:
    clubs:
      members:
        label: { value: '"in " + self.name' }
        code: { value: '"code " + self.name' }
`;

async function fileWith(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-model-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

const change = (value: unknown) => ({ resources: { clubs: { members: { label: value } } } });

it('a description can contain model changes, and a separate model takes precedence', async () => {
  const { api } = await describeText('clubs', description(inDescription), {
    model: readModel(change({ value: '"mine " + self.name' })),
  });
  const call = createSender(await serveDescribed(api));
  const { body } = await call('POST /clubs', { name: 'chess' });
  expect(body).toMatchObject({ label: 'mine chess', code: 'code chess' });
});

it('an Overlay can contain model changes', async () => {
  const overlay = {
    overlay: '1.0.0',
    info: { title: 't', version: '1' },
    actions: [
      { target: '$', update: { 'x-understudy': { understudy: 1, ...change({ value: '"laid " + self.name' }) } } },
    ],
  };
  const { api } = await describeText('clubs', description(), { overlay });
  const call = createSender(await serveDescribed(api));
  expect((await call('POST /clubs', { name: 'chess' })).body.label).toBe('laid chess');
});

it('a served API accepts new model changes, which replace earlier ones', async () => {
  const { api } = await describeText('clubs', description(inDescription));
  const simulator = await api.simulator();
  const once = simulator.withModel?.(change({ value: '"mine"' }));
  const again = once?.withModel?.(change(null));
  const labelOf = async (one: typeof once) => {
    if (one === undefined) return undefined;
    const call = createSender(await serveDescribed({ ...api, simulator: async () => one }));
    return (await call('POST /clubs', { name: 'chess' })).body.label;
  };
  expect(await labelOf(once)).toBe('mine');
  expect(await labelOf(again)).not.toBe('mine');
  expect(await labelOf(again)).not.toBe('in chess');
});

it('reports the file and line of an invalid statement', async () => {
  const wrong = inDescription.replace('self.name', 'self.nam');
  const file = await fileWith('clubs.yaml', description(wrong));
  await expect(describeApi(file)).rejects.toThrow(/clubs\.yaml:\d+: .*Did you mean "name"/);
  const line =
    description(wrong)
      .split('\n')
      .findIndex((each) => each.includes('self.nam')) + 1;
  await expect(describeApi(file)).rejects.toThrow(`clubs.yaml:${line}:`);
  const json = await fileWith('clubs.json', JSON.stringify(await loadYaml(file), undefined, 2));
  await expect(describeApi(json)).rejects.toThrow(/clubs\.json:\d+: .*Did you mean "name"/);
  const model = await fileWith('model.yaml', 'resources:\n  clubs:\n    members:\n      label: { value: self.nam }\n');
  const right = await fileWith('clubs.yaml', description(inDescription));
  const served = describeApi(right, { model: await loadModel(model) });
  await expect(served).rejects.toThrow(/model\.yaml:4: .*Did you mean "name"/);
});

it('rejects unknown properties in x-understudy with a model version', async () => {
  await expect(
    describeText('clubs', description('x-understudy: { understudy: 1, seed: { clubs: 3 } }')),
  ).rejects.toThrow(/seed/);
});
