import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createContract, type Finding, type OpenApiDocument } from './index.js';

function check(document: Partial<OpenApiDocument>): Finding[] {
  return createContract('test', {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    ...document,
  }).checkDescription();
}

const responses = { '200': { description: 'ok' } };
const get = (more: Record<string, unknown> = {}): unknown => ({ operationId: 'a', responses, ...more });
const path = (more: Record<string, unknown>): Partial<OpenApiDocument> => ({ paths: { '/a': { get: get(more) } } });
const schema = (value: unknown): Partial<OpenApiDocument> => ({ components: { schemas: { A: value } } });
const at = '/components/schemas/A';

const cases: { what: string; document: Partial<OpenApiDocument>; finding: Omit<Finding, 'severity'> }[] = parse(
  readFileSync(new URL('./bad-descriptions.yaml', import.meta.url), 'utf8'),
);
test.each(cases)('checking a description reports: $what', ({ document, finding }) => {
  expect(check(document)).toEqual([{ severity: 'error', ...finding, ruleId: `description/${finding.ruleId}` }]);
});

test('a valid description has no findings', () => {
  const document = path({ parameters: [{ name: 'q', in: 'query', schema: { $ref: `#${at}` } }] });
  expect(
    check({ ...document, ...schema({ type: 'object', 'x-gap': 'a', properties: { next: { $ref: `#${at}` } } }) }),
  ).toEqual([]);
});
