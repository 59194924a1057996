import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';

const { fileWith } = useResources();

const ok = (schema: object, more: object = {}) => ({
  description: 'ok',
  content: { 'application/json': { schema, ...more } },
});
const text = { type: 'string' };
const inQuery = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
const list = { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 2 };
const range = {
  type: 'object',
  required: ['from'],
  properties: { from: { type: 'integer' }, to: { type: 'integer' } },
};
const part = { type: 'object', required: ['name'], properties: { name: text, size: { type: 'integer' } } };
const gone = { examples: { removed: { value: { reason: 'removed' } }, moved: { value: { reason: 'moved' } } } };

const styles = {
  openapi: '3.1.0',
  info: { title: 'Styles', version: '1' },
  paths: {
    '/parts': {
      get: {
        operationId: 'listParts',
        parameters: [
          inQuery('ids', list),
          inQuery('commas', list, { explode: false }),
          inQuery('pipes', list, { style: 'pipeDelimited', explode: false }),
          inQuery('spaces', list, { style: 'spaceDelimited', explode: false }),
          inQuery('made', range, { style: 'deepObject' }),
          { name: 'X-Codes', in: 'header', schema: list },
          { name: 'session', in: 'cookie', schema: { type: 'string', pattern: '^[a-z]{4}$' } },
        ],
        responses: { '200': ok({ type: 'array', items: part }) },
      },
      post: {
        operationId: 'createPart',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { oneOf: [part, { type: 'array', items: part, minItems: 1 }] } },
            'application/x-www-form-urlencoded': { schema: part },
            'multipart/form-data': { schema: part },
            'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
          },
        },
        responses: {
          '201': { ...ok(part), headers: { Location: { schema: text, example: '/parts/1' } } },
          '409': ok({ type: 'object' }, gone),
          '4XX': { description: 'refused' },
        },
      },
    },
  },
};

it('`check` reports nothing for a description with every parameter style and media type', async () => {
  const { out, code } = await runCli('check', await fileWith('styles.json', styles), '--json');
  const { requests, refused, failed, violations, unreachable, unchecked, parts } = JSON.parse(out);
  expect({ refused, failed, violations, unreachable, unchecked }).toEqual({
    refused: [],
    failed: [],
    violations: [],
    unreachable: [],
    unchecked: [],
  });
  // A request for each part, and one for each status and example: 201, 409 and two examples, 4XX, 200.
  expect([code, requests, parts]).toEqual([0, 14, 7]);
});

it('`check` lists a described response that no request can trigger', async () => {
  const odd = structuredClone(styles.paths['/parts'].get);
  // The reserved header Accept cannot be a parameter, and a status of 1xx is no response.
  const responses = { ...odd.responses, '101': { description: 'switched' } };
  const description = { ...styles, paths: { '/parts': { get: { ...odd, responses } } } };
  const { out, code } = await runCli('check', await fileWith('odd.json', description));
  expect([code, out]).toEqual([1, expect.stringContaining('Described parts that no request gets:')]);
  expect(out).toContain('listParts, /paths/~1parts/get/responses/101:');
  expect(out).toMatch(/1 of 2 described statuses, examples and headers can be had/);
});

it('`explain --json` includes the fidelity of the simulator', async () => {
  const letters = fileURLToPath(new URL('../../../described/src/testing/letters.yaml', import.meta.url));
  const { out } = await runCli('explain', letters, '--json');
  const { fidelity, operations } = JSON.parse(out);
  expect(fidelity.operations).toBe(operations.length);
  expect(fidelity.failed).toEqual([]);
});
