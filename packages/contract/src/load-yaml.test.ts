import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ContractError, createErrorFinding as finding, loadYaml, locateSource } from './index.js';

async function fileOf(content: string | Uint8Array): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'contract-')), 'a.yaml');
  await writeFile(file, content);
  return file;
}

async function findingsOf(file: string): Promise<unknown> {
  return loadYaml(file).catch((error: unknown) => (error instanceof ContractError ? error.findings : error));
}

test('loads YAML 1.2 and JSON, and keeps dates and "no" as strings', async () => {
  expect(await loadYaml(await fileOf('a: 2026-01-15\nb: no\nc: [1, ~]\n'))).toEqual({
    a: '2026-01-15',
    b: 'no',
    c: [1, null],
  });
  expect(await loadYaml(await fileOf('{\n\t"a": [1, {"b": null}]\n}'))).toEqual({ a: [1, { b: null }] });
});

test('reports the path of a missing file', async () => {
  const message = 'The file does not exist; check the path.';
  expect(await findingsOf('/nowhere/a.yaml')).toEqual([
    finding('file/unreadable', message, '', { file: '/nowhere/a.yaml' }),
  ]);
});

test('reports the line and column of malformed YAML', async () => {
  const file = await fileOf('a: 1\nb: [1,\nc: 2\n');
  const findings = await findingsOf(file);
  expect(findings).toMatchObject([{ ruleId: 'file/malformed-yaml', pointer: '', file, line: 3 }]);
  expect(String(await loadYaml(file).catch((error: unknown) => error))).toContain(
    `${file}:3: The file is not valid YAML: line 3, column 1`,
  );
});

test('rejects a duplicate key', async () => {
  const file = await fileOf('a: 1\nb: 2\na: 3\n');
  expect(await findingsOf(file)).toMatchObject([{ ruleId: 'file/malformed-yaml', line: 3 }]);
});

test('reports the offset and line of invalid UTF-8', async () => {
  const file = await fileOf(new Uint8Array([0x61, 0x3a, 0x0a, 0x20, 0xff]));
  const message = 'The file is not valid UTF-8 at byte offset 4.';
  expect(await findingsOf(file)).toEqual([finding('file/broken-utf-8', message, '', { file, line: 2 })]);
});

test('rejects an alias that contains itself', async () => {
  expect(await findingsOf(await fileOf('a: &x\n  b: *x\n'))).toMatchObject([{ ruleId: 'file/malformed-yaml' }]);
});

test('locates each value of a file, and values under an alias at its anchor', async () => {
  const file = await fileOf('a: &x\n  b: [1,\n    {c: 2}]\nd: *x\ne:\n  f: {g: 3}\n');
  const document = await loadYaml(file);
  expect(locateSource(document, '/a/b/1/c')).toEqual({ file, line: 3 });
  expect(locateSource(document, '/d')).toEqual({ file, line: 4 });
  expect(locateSource(document, '/d/b/1')).toEqual({ file, line: 3 });
  expect(locateSource(document, '/e/f/g')).toEqual({ file, line: 6 });
  expect(locateSource(document, '/e/nothing')).toEqual({ file, line: 5 });
});
