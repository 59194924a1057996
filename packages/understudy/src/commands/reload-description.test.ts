import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startSimulators } from '../start-simulators.js';
import { reloadDescription } from './reload-description.js';

const description = (more: string) => `openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: {content: {application/json: {schema: {$ref: './pet.yaml'}}}}
      responses: {'201': {description: OK, content: {application/json: {schema: {$ref: './pet.yaml'}}}}}
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'200': {description: OK, content: {application/json: {schema: {$ref: './pet.yaml'}}}}}
${more}`;
const pet = (name: string) =>
  `{type: object, required: [id], properties: {id: {type: integer, readOnly: true}, ${name}: {type: string}}}`;

it('serves a description again when it changes, keeps what is stored, and goes on while it is broken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-watch-'));
  const file = join(folder, 'pets.yaml');
  await writeFile(join(folder, 'pet.yaml'), pet('name'));
  await writeFile(file, description(''));
  const simulators = await startSimulators({ apis: [file] });
  const call = async (path: string, init?: RequestInit) => {
    const answered = await simulators.fetch(`${simulators.url}${path}`, init);
    return { status: answered.status, body: await answered.text() };
  };
  const post = { method: 'POST', body: '{"name": "Rex"}', headers: { 'content-type': 'application/json' } };
  expect((await call('/pets', post)).status).toBe(201);
  const ending = new AbortController();
  let told = (_line: string): void => undefined;
  const ended = reloadDescription(file, {
    replace: simulators.replace,
    tell: (line) => told(line),
    signal: ending.signal,
  });
  const change = async (path: string, text: string) => {
    const next = new Promise<string>((resolve) => {
      told = resolve;
    });
    await writeFile(path, text);
    return await next;
  };
  expect(
    await change(file, description("  /toys: {get: {operationId: listToys, responses: {'204': {description: None}}}}")),
  ).toMatch('Reloaded ');
  expect((await call('/toys')).status).toBe(204);
  expect((await call('/pets/1')).body).toContain('Rex');
  expect(await change(file, 'openapi: 3.1.0\npaths: {')).toMatch(
    /still serving the previous version: .*not valid YAML/,
  );
  expect((await call('/toys')).status).toBe(204);
  expect(await change(file, description(''))).toMatch('Reloaded ');
  expect((await call('/toys')).status).toBe(404);
  expect(await change(join(folder, 'pet.yaml'), pet('nick'))).toMatch('Reloaded ');
  const nick = { ...post, body: '{"nick": "R"}' };
  expect((await call('/pets', nick)).body).toContain('nick');
  expect(simulators.defects).toEqual([]);
  ending.abort();
  await ended;
  await simulators.close();
  await rm(folder, { recursive: true });
});
