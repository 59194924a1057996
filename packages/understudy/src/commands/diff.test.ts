import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadYaml, mergePatch } from '@understudy/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { itemsFile } from '../testing/defective-server.js';
import { deskFile } from '../testing/desk-server.js';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.unstubAllEnvs());

const { folderWith } = useResources();

interface DiffCase {
  readonly name: string;
  readonly code: number;
  readonly says?: string;
  readonly patch: object;
}

const cases: DiffCase[] = Object(await loadYaml(fileURLToPath(new URL('../testing/diff-cases.yaml', import.meta.url))));
const kind = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, kind: { enum: ['a'] } } };
const made = { post: { requestBody: { content: { 'application/json': { schema: kind } } }, responses: {} } };

let old: unknown;
let folder = '';
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  old = { ...Object(await loadYaml(itemsFile)), webhooks: { made } };
  folder = await folderWith({ 'old.json': old });
});

async function diffWith(patch: object, ...args: string[]) {
  await writeFile(at('new.json'), JSON.stringify(mergePatch(old, patch)));
  return await runCli('check', 'diff', at('old.json'), at('new.json'), ...args);
}

it.each(cases)(
  'classifies a change: $name',
  async ({ code, says = '0 changes break consumers and 0 can; 0 break', patch }) => {
    const finished = await diffWith(patch);
    expect(finished).toEqual({ code, err: '', out: expect.stringContaining(says) });
  },
);

const old2 = (more: object, api: object = {}) => ({
  ...{ swagger: '2.0', info: { title: 'Old', version: '1' }, produces: ['text/plain'], ...api },
  paths: { '/a': { post: { operationId: 'a', consumes: [form], responses: { 200: { description: 'OK' } }, ...more } } },
});
const form = 'application/x-www-form-urlencoded';
const filled = (field: object) => old2({ parameters: [{ name: 'f', in: 'formData', type: 'string', ...field }] });
const headed = (header: object) => old2({ responses: { 200: { description: 'OK', headers: { N: header } } } });
const listed = (more: object) => ({ type: 'array', items: { type: 'string' }, ...more });
const asked = (place: string, more: object) => old2({ parameters: [{ name: 'N', in: place, ...listed(more) }] });
const answered = (produces: string[]) => old2({ produces, responses: { 200: { description: 'OK', schema: {} } } });
const shared = (type: string) =>
  old2(
    { parameters: [{ $ref: '#/parameters/b' }] },
    { parameters: { b: { name: 'b', in: 'body', schema: { type } } } },
  );
const pets = (type: string) => {
  const definitions = {
    Pet: { type: 'object', required: ['kind'], discriminator: 'kind', properties: { kind: { type: 'string' } } },
    Cat: { allOf: [{ $ref: '#/definitions/Pet' }, { type: 'object', properties: { lives: { type } } }] },
  };
  return old2({ parameters: [{ name: 'b', in: 'body', schema: { $ref: '#/definitions/Pet' } }] }, { definitions });
};
const versioned = (version: number) => {
  return typed(`application/json; version=${version}`);
};
const typed = (mediaType: string) => {
  const body = { content: { [mediaType]: { schema: { type: 'object' } } } };
  const post = { operationId: 'a', requestBody: body, responses: {} };
  return { openapi: '3.1.0', info: { title: 'New', version: '1' }, paths: { '/a': { post } } };
};
const unnamed = (parameter: string) => {
  const parameters = [{ name: parameter, in: 'path', required: true, schema: { type: 'string' } }];
  const path = { [`/a/{${parameter}}`]: { get: { parameters, responses: { 200: { description: 'OK' } } } } };
  return { openapi: '3.1.0', info: { title: 'New', version: '1' }, paths: path };
};

it.each([
  ['the maxLength of a form field', filled({}), filled({ maxLength: 3 }), /body \/f has the maxLength 3 now/],
  ['the enum of a form field', filled({ enum: ['a', 'b'] }), filled({ enum: ['a'] }), /body \/f no longer allows "b"/],
  [
    'the item type of a form field',
    filled(listed({})),
    filled(listed({ items: { type: 'integer' } })),
    /\/f\/\* can no longer/,
  ],
  [
    'the collectionFormat of a form field',
    filled(listed({})),
    filled(listed({ collectionFormat: 'multi' })),
    /style form, exploded \(was/,
  ],
  [
    'an unknown collectionFormat',
    filled(listed({})),
    filled(listed({ collectionFormat: 'constructor' })),
    /constructor/,
  ],
  [
    'allowEmptyValue of a form field',
    filled({ type: 'integer', allowEmptyValue: true }),
    filled({ type: 'integer' }),
    /be string/,
  ],
  [
    'the collectionFormat of a response header',
    headed(listed({})),
    headed(listed({ collectionFormat: 'pipes' })),
    /style pipes \(was style/,
  ],
  [
    'the collectionFormat tsv of a query parameter',
    asked('query', { collectionFormat: 'tsv' }),
    asked('query', {}),
    /style form \(was style tsv/,
  ],
  [
    'the collectionFormat of a request header',
    asked('header', {}),
    asked('header', { collectionFormat: 'ssv' }),
    /style ssv/,
  ],
  ['the media type of one operation', answered(['text/csv']), answered(['text/html']), /as text\/csv is removed/],
  ['a shared body parameter', shared('number'), shared('integer'), /can no longer be number/],
  ['a subtype of a discriminator', pets('number'), pets('integer'), /\/lives can no longer be number/],
  ['the version parameter of a media type', versioned(1), versioned(2), /parameter of application\/json .*: version=2/],
  ['a media type range', typed('application/*'), typed('application/json'), /application\/\* is removed/],
  ['generated names', unnamed('id'), unnamed('key'), undefined],
  [
    'an explicit default collectionFormat of a header',
    headed(listed({})),
    headed(listed({ collectionFormat: 'csv' })),
    undefined,
  ],
  [
    'an explicit default collectionFormat of a form field',
    filled(listed({})),
    filled(listed({ collectionFormat: 'csv' })),
    undefined,
  ],
])('compares Swagger 2.0 descriptions: %s', async (_, before, after, says) => {
  const files = await folderWith({ 'old.json': before, 'new.json': after });
  const { code, out } = await runCli('check', 'diff', join(files, 'old.json'), join(files, 'new.json'));
  expect(out).toMatch(says ?? /^0 changes break consumers and 0 can; 0 break providers and 0 can/);
  expect(code).toBe(says === undefined ? 0 : 1);
});

it('writes reports, and accepts allowed changes until their expiry date', async () => {
  const patch = { components: { schemas: { Item: { properties: { size: { maximum: 9 } } } } } };
  const reports = ['sarif=a.sarif', 'markdown=a.md'].flatMap((report) => [
    '--report',
    report.replace('=', `=${folder}/`),
  ]);
  const { out, code } = await diffWith(patch, ...reports);
  expect(code).toBe(1);
  expect(out).toMatch(/breaks consumers: POST \/items: the request body \/size has the maximum 9 now/);
  expect(Object(await loadYaml(at('a.sarif'))).runs[0].results[0]).toMatchObject({
    ruleId: 'request/maximum',
    level: 'error',
  });
  const allow = ['--allow', at('allowed.yaml')];
  await diffWith(patch, ...allow, '--owner', 'ann', '--expires', '2999-01-01');
  const accepted = await diffWith(patch, ...allow);
  expect(accepted).toEqual({ code: 0, err: '', out: expect.stringMatching(/^accepted: POST \/items/m) });
});

it('compares a file with its revision in git', async () => {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  const git = async (...args: string[]) => await promisify(execFile)('git', ['-C', folder, ...who, ...args]);
  await git('init', '-q');
  await git('add', 'old.json');
  await git('commit', '-qm', 'one');
  vi.stubEnv('GIT_DIR', at('.git'));
  vi.stubEnv('GIT_WORK_TREE', folder);
  const same = await runCli('check', 'diff', 'HEAD:old.json', at('old.json'));
  expect(same).toEqual({ code: 0, err: '', out: expect.stringContaining('0 changes break consumers') });
  const { err } = await runCli('check', 'diff', 'HEAD:absent.json', at('old.json'));
  expect(err).toContain('HEAD:absent.json: the revision has no such file');
});

it('lists changes in implied behavior, but exits with 0', async () => {
  const desk = Object(await loadYaml(deskFile));
  const description = 'Only an open repair can be collected.';
  const patch = { paths: { '/repairs/{repairId}/collect': { post: { description } } } };
  const files = await folderWith({ 'old.json': desk, 'new.json': Object(mergePatch(desk, patch)) });
  const { code, out } = await runCli('check', 'diff', join(files, 'old.json'), join(files, 'new.json'));
  expect(code).toBe(0);
  expect(out).toMatch(/^behavior: collectRepair is no longer accepted if the status is finished$/m);
});
