import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject, loadUntidyDescription, type OpenApiDocument } from './index.js';

const yaml = `openapi: 3.1.0
info: { title: Texts, version: '1' }
paths:
  /items:
    parameters:
      - { name: version, in: query, schema: { $ref: '#/components/schemas/Version' }, example: 2.10 }
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Item' }
              examples: { one: { value: { zip: 00100, count: 010, tags: [1e3, yes, true], other: 1.0 } } }
components:
  schemas:
    Version: { type: string, enum: [1.0, 2.10, 0x1F, true, "3.0"], default: 1.0 }
    Item:
      allOf:
        - { type: object, properties: { zip: { type: [string, 'null'], example: 00100 }, count: { type: integer } } }
        - { properties: { tags: { type: array, items: { type: string } }, other: { type: [string, number] } } }
      example: { zip: 1234567e8 }
`;

test('unquoted numbers and booleans keep their written form only if the schema expects a string', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'texts-'));
  const file = join(folder, 'openapi.yaml');
  await writeFile(file, yaml);
  const { document } = await loadUntidyDescription(file, (loaded) => {
    if (!isDescription(loaded)) throw new Error('no description');
    return loaded;
  });
  expect(document.components?.['schemas']).toMatchObject({
    Version: { enum: ['1.0', '2.10', '0x1F', 'true', '3.0'], default: '1.0' },
    Item: { allOf: [{ properties: { zip: { example: '00100' } } }, {}], example: { zip: '1234567e8' } },
  });
  expect(document).toMatchObject({
    paths: {
      '/items': {
        parameters: [{ example: '2.10' }],
        get: {
          responses: {
            200: {
              content: {
                'application/json': {
                  examples: { one: { value: { zip: '00100', count: 10, tags: ['1e3', 'yes', 'true'], other: 1 } } },
                },
              },
            },
          },
        },
      },
    },
  });
});

function isDescription(value: unknown): value is OpenApiDocument {
  return isObject(value) && typeof value['openapi'] === 'string';
}
