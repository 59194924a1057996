import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ContractError,
  createContract,
  createErrorFinding as finding,
  loadDescription,
  loadUntidyDescription,
  type OpenApiDocument,
} from './index.js';

const head = "openapi: 3.1.0\ninfo: { title: Test, version: '1' }\n";

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function load(files: Record<string, string>): Promise<OpenApiDocument> {
  const folder = await folderOf(files);
  return loadDescription(join(folder, 'a/openapi.yaml'), [folder]);
}

async function refused(files: Record<string, string>): Promise<unknown> {
  const folder = await folderOf(files);
  const error: unknown = await loadDescription(join(folder, 'a/openapi.yaml'), [folder]).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ContractError)) throw new Error('nothing was refused');
  return JSON.parse(JSON.stringify(error.findings).replaceAll(`${folder}/`, ''));
}

test('loads components from other files, including their references and cycles', async () => {
  const document = await load({
    'a/openapi.yaml': `${head}components:\n  schemas:\n    Own: { $ref: '../b/parts.yaml#/schemas/Tree/properties/leaf' }\n`,
    'b/parts.yaml':
      'schemas:\n  Tree:\n    properties:\n      leaf: { $ref: "#/schemas/Leaf" }\n      next: { $ref: "#/schemas/Tree" }\n  Leaf: { type: string }\n',
  });
  expect(document.components).toEqual({
    schemas: {
      Own: { $ref: '#/components/schemas/Tree/properties/leaf' },
      Tree: {
        properties: { leaf: { $ref: '#/components/schemas/Leaf' }, next: { $ref: '#/components/schemas/Tree' } },
      },
      Leaf: { type: 'string' },
    },
  });
});

test('replaces a component that is only a $ref with its target', async () => {
  const document = await load({
    'a/openapi.yaml': `${head}paths:\n  /a: { $ref: '../b/paths.yaml#/a' }\ncomponents:\n  schemas:\n    Renamed: { $ref: '../b/parts.yaml#/components/schemas/Thing' }\n`,
    'b/paths.yaml':
      "a:\n  get:\n    responses:\n      '200':\n        description: ok\n        content: { application/json: { schema: { $ref: 'parts.yaml#/components/schemas/Thing' } } }\n",
    'b/parts.yaml': 'components:\n  schemas:\n    Thing: { type: integer }\n',
  });
  const schema = { $ref: '#/components/schemas/Renamed' };
  expect(document.paths).toEqual({
    '/a': { get: { responses: { '200': { description: 'ok', content: { 'application/json': { schema } } } } } },
  });
  expect(document.components).toEqual({ schemas: { Renamed: { type: 'integer' } } });
});

test('inlines path items, and keeps and resolves the fields beside their $ref', async () => {
  const document = await load({
    'a/openapi.yaml': `${head}paths:\n  /a:\n    $ref: '../b/paths.yaml#/a'\n    parameters: [{ $ref: '#/components/parameters/P' }]\ncomponents:\n  parameters:\n    P: { name: p, in: query, schema: { type: string } }\n`,
    'b/paths.yaml': "a:\n  $ref: '#/other'\nother:\n  get: { responses: { '200': { $ref: 'r.yaml' } } }\n",
    'b/r.yaml': 'description: whole file\n',
  });
  expect(document.paths).toEqual({
    '/a': {
      parameters: [{ $ref: '#/components/parameters/P' }],
      get: { responses: { '200': { $ref: '#/components/responses/r' } } },
    },
  });
  expect(document.components?.responses).toEqual({ r: { description: 'whole file' } });
});

test('treats a $ref in an example, a default or an extension as data', async () => {
  const schema =
    '{ type: object, default: { $ref: x }, examples: [{ $ref: y }], properties: { $ref: { type: string } } }';
  const document = await load({
    'a/openapi.yaml': `${head}x-note: { $ref: z }\ncomponents:\n  schemas:\n    A: ${schema}\n`,
  });
  expect(document.components?.schemas).toEqual({
    A: { type: 'object', default: { $ref: 'x' }, examples: [{ $ref: 'y' }], properties: { $ref: { type: 'string' } } },
  });
});

test('reports a missing target, a missing file and a remote $ref with file, line and pointer', async () => {
  const findings = await refused({
    'a/openapi.yaml': `${head}components:\n  schemas:\n    A:\n      $ref: '#/components/schemas/B'\n    C:\n      $ref: ../b/c.yaml#/C\n    D:\n      items:\n        $ref: http://example.com/d.json\n`,
  });
  const place = (line: number) => ({ file: 'a/openapi.yaml', line });
  const missing = 'Cannot resolve $ref "#/components/schemas/B": a/openapi.yaml has no /components/schemas/B.';
  const unloaded = '$ref "../b/c.yaml#/C" refers to the file b/c.yaml, which cannot be loaded.';
  const remote =
    '$ref "http://example.com/d.json" leads to the network, and nothing is fetched; keep a copy of the file and refer to that.';
  expect(findings).toEqual([
    finding('description/unresolved-ref', missing, '/components/schemas/A/$ref', place(6)),
    finding('file/unreadable', 'The file does not exist; check the path.', '', { file: 'b/c.yaml' }),
    finding('description/unresolved-ref', unloaded, '/components/schemas/C/$ref', place(8)),
    finding('description/remote-ref', remote, '/components/schemas/D/items/$ref', place(11)),
  ]);
});

test('rejects two components with the same name', async () => {
  const findings = await refused({
    'a/openapi.yaml': `${head}components:\n  schemas:\n    A: { type: string }\n    B: { items: { $ref: '../b/parts.yaml#/schemas/A' } }\n`,
    'b/parts.yaml': 'schemas:\n  A: { type: integer }\n',
  });
  const message =
    'Both a/openapi.yaml#/components/schemas/A and b/parts.yaml#/schemas/A would be #/components/schemas/A; rename one of them.';
  const pointer = '/components/schemas/B/items/$ref';
  const place = { file: 'a/openapi.yaml', line: 6 };
  expect(findings).toEqual([finding('description/name-collision', message, pointer, place)]);
});

test('rejects path items that reference each other', async () => {
  const findings = await refused({
    'a/openapi.yaml': `${head}paths:\n  /a: { $ref: '#/paths/~1b' }\n  /b: { $ref: '#/paths/~1a' }\n`,
  });
  expect(findings).toMatchObject([
    { message: '$ref "#/paths/~1b" refers to itself.' },
    { message: '$ref "#/paths/~1a" refers to itself.' },
  ]);
});

test('rejects a description that is not OpenAPI 3.1', async () => {
  const message =
    'The file is not an OpenAPI 3.1 description: it needs openapi: 3.1.x and info with title and version.';
  expect(await refused({ 'a/openapi.yaml': "info: { title: T, version: '1' }\nopenapi: 3.0.3\n" })).toEqual([
    finding('description/not-openapi', message, '', { file: 'a/openapi.yaml', line: 2 }),
  ]);
});

test('reports findings of a loaded description with the original file and line', async () => {
  const folder = await folderOf({
    'a/openapi.yaml': `${head}paths:\n  /a:\n    $ref: ../b/paths.yaml#/a\n`,
    'b/paths.yaml': "a:\n  get:\n    operationId: a\n    responses:\n      '200':\n        headers: {}\n",
  });
  const document = await loadDescription(join(folder, 'a/openapi.yaml'), [folder]);
  const pointer = '/paths/~1a/get/responses/200';
  const message = `The response at ${pointer} has no description; describe when it is returned.`;
  expect(createContract('a', document).checkDescription()).toEqual([
    finding('description/response-without-description', message, pointer, {
      file: join(folder, 'b/paths.yaml'),
      line: 5,
    }),
  ]);
});

test('does not read references to files outside the allowed folders or to non-regular files', async () => {
  const folder = await folderOf({
    'a/openapi.yaml': '',
    'a/parts.yaml': 'Own: { type: string }',
    'secret.yaml': 'Secret: { const: token }',
  });
  await symlink('../secret.yaml', join(folder, 'a/link.yaml'));
  execFileSync('mkfifo', [join(folder, 'a/pipe.yaml')]);
  const file = join(folder, 'a/openapi.yaml');
  const loading = async (reference: string, folders: readonly string[] = []) => {
    await writeFile(file, `${head}components:\n  schemas:\n    S: { properties: { s: { $ref: '${reference}' } } }\n`);
    const { document, findings } = await loadUntidyDescription(file, (it) => Object(it), folders);
    return { schemas: JSON.stringify(document.components?.['schemas']), rules: findings.map(({ ruleId }) => ruleId) };
  };
  for (const [reference, rule] of [
    ['../secret.yaml#/Secret', 'file/outside'],
    ['link.yaml#/Secret', 'file/outside'],
    ['../a/../secret.yaml#/Secret', 'file/outside'],
    [`${'../'.repeat(20)}etc/passwd`, 'file/outside'],
    [`${'../'.repeat(20)}dev/zero`, 'file/outside'],
    ['pipe.yaml', 'file/not-regular'],
  ] as const) {
    const { schemas, rules } = await loading(reference);
    expect([reference, schemas, rules]).toEqual([
      reference,
      '{"S":{"properties":{"s":{}}}}',
      [rule, 'description/unresolved-ref'],
    ]);
  }
  expect(await loading('parts.yaml#/Own')).toMatchObject({ rules: [] });
  expect(await loading('../secret.yaml#/Secret', [folder])).toMatchObject({
    schemas: expect.stringContaining('token'),
    rules: [],
  });
});
