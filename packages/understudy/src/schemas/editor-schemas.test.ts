import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadScenarios } from '@understudy/conformance';
import { checkLedger, loadFolderLedger, loadYaml, writeYaml } from '@understudy/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, expect, it } from 'vitest';
import { useResources } from '../testing/use-resources.js';
import { readSchema, type SchemaName } from './published-schemas.js';

const { folderWith } = useResources();

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const validators = new Map<SchemaName, ValidateFunction>();
const folder = await folderWith();
beforeAll(async () => {
  for (const name of ['arazzo', 'claims', 'gaps'] as const) {
    validators.set(name, new Ajv2020({ strict: false, allErrors: true }).compile(await readSchema(name)));
  }
});

/** Lists the locations that an editor underlines. */
function underlined(name: SchemaName, value: unknown): string[] {
  const validate = validators.get(name);
  return validate?.(value) === true ? [] : (validate?.errors ?? []).map(({ instancePath }) => instancePath);
}

it.each([
  ['arazzo', 'scenarios', /\.arazzo\.yaml$/],
  ['claims', 'specs', /claims\.yaml$/],
  ['gaps', 'specs', /gaps\.yaml$/],
] as const)('%s: the schema accepts every file in the repository', async (name, where, files) => {
  const names = (await readdir(join(root, where), { recursive: true })).filter((file) => files.test(file));
  expect(names.length).toBeGreaterThan(3);
  for (const file of names) {
    expect([file, ...underlined(name, await loadYaml(join(root, where, file)))]).toEqual([file]);
  }
});

const step = { stepId: 'one', operationId: 'checkHealth', successCriteria: [{ condition: '$statusCode == 200' }] };
const workflow = { workflowId: 'first', steps: [step] };
const scenario = {
  arazzo: '1.0.1',
  info: { title: 'T', version: '1' },
  sourceDescriptions: [{ name: 'time', url: './openapi.yaml', type: 'openapi' }],
  workflows: [workflow],
};
const inWorkflow = (change: object) => ({ ...scenario, workflows: [{ ...workflow, ...change }] });
const inStep = (change: object) => inWorkflow({ steps: [{ ...step, ...change }] });
const at = '/workflows/0/steps/0';
const negative = { name: 'again', type: 'retry', retryLimit: -1 };

it.each<[string, object, string]>([
  ['an unsupported version', { ...scenario, arazzo: '2.0.0' }, '/arazzo'],
  ['a misspelt property', inStep({ succesCriteria: [] }), '/workflows/0/steps/0'],
  ['two call targets', inStep({ workflowId: 'second' }), '/workflows/0/steps/0'],
  ['an unknown effect', inWorkflow({ 'x-effects': 'write' }), '/workflows/0/x-effects'],
  ['a parameter without a value', inStep({ parameters: [{ name: 'a', in: 'header' }] }), `${at}/parameters/0`],
  [
    'an unknown parameter location',
    inStep({ parameters: [{ name: 'a', in: 'body', value: 1 }] }),
    `${at}/parameters/0/in`,
  ],
  ['no steps', inWorkflow({ steps: [] }), '/workflows/0/steps'],
  ['an action without a type', inStep({ onFailure: [{ name: 'again' }] }), `${at}/onFailure/0`],
  ['a negative retry limit', inStep({ onFailure: [negative] }), `${at}/onFailure/0/retryLimit`],
])('the schema rejects a scenario with %s at the location that lint reports', async (_what, document, place) => {
  expect(underlined('arazzo', scenario)).toEqual([]);
  expect(underlined('arazzo', document)).toContain(place);
  const file = join(folder, 'planted.arazzo.yaml');
  await writeFile(file, await writeYaml(document));
  const [loaded] = await loadScenarios({ files: [relative(process.cwd(), file)] });
  expect(loaded?.findings.map(({ pointer }) => pointer).filter((pointer) => pointer.startsWith(place))).not.toEqual([]);
});

const claim = { id: 'time.a', kind: 'rule', says: 's', section: 's', check: 'c', deviation: 'd' };
const basis = { basis: 'public', confidence: 'high', why: 'w', risk: 'low' };
const gap = { id: 'time.gap.a', gap: 'g', assume: 'a', ...basis, verify: 'v' };

it.each<['claims' | 'gaps', object, string]>([
  ['claims', { ...claim, id: 'Time' }, '/0/id'],
  ['claims', { ...claim, kind: 'rules' }, '/0/kind'],
  ['claims', { ...claim, check: '' }, '/0/check'],
  ['claims', { ...claim, deviation: undefined }, '/0'],
  ['claims', { ...claim, untestabel: 'because' }, '/0'],
  ['claims', { ...claim, appliesTo: 'time' }, '/0/appliesTo'],
  ['gaps', { ...gap, basis: 'guessed' }, '/0/basis'],
  ['gaps', { ...gap, verify: ' ' }, '/0/verify'],
  ['gaps', { ...gap, says: 's' }, '/0'],
])('the schema of %s rejects the mistake %j at the location that lint reports', async (list, entry, place) => {
  const planted: unknown = JSON.parse(JSON.stringify({ [list]: [entry] }));
  expect(underlined(list, { [list]: [list === 'claims' ? claim : gap] })).toEqual([]);
  expect(underlined(list, planted)).toContain(`/${list}${place}`);
  const own = await mkdtemp(join(folder, 'time-'));
  await writeFile(join(own, `${list}.yaml`), await writeYaml(planted));
  const found = checkLedger(await loadFolderLedger(own), []).filter(({ pointer }) =>
    pointer.startsWith(`/${list}${place}`),
  );
  expect(found.filter(({ ruleId }) => ruleId !== 'ledger/foreign-id')).not.toEqual([]);
});
