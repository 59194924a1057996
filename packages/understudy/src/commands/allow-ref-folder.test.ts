import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCli } from '../testing/run-cli.js';

it('lets references lead out of the folder of a description where an option says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-refs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'api'));
  await writeFile(join(folder, 'shared.yaml'), 'Shared: { type: object, properties: { secret: { type: boolean } } }');
  const file = join(folder, 'api/things.yaml');
  const body = `{ content: { application/json: { schema: { $ref: '../shared.yaml#/Shared' } } } }`;
  const operation = `{ operationId: send, requestBody: ${body}, responses: { '204': { description: OK } } }`;
  await writeFile(file, `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { post: ${operation} } }\n`);
  expect((await runCli('types', file)).out).not.toContain('secret');
  expect((await runCli('types', file, '--allow-ref-folder', folder)).out).toContain('secret');
  const explained = await runCli('explain', file);
  expect(explained.out).toMatch(/things\.yaml:3 .*shared\.yaml.*cannot be loaded/);
  expect(explained.out).toContain('--allow-ref-folder');
});
