import { readModel } from '@understudy/model';
import { expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

const description = `
openapi: 3.1.0
info: { title: Parking, version: '1' }
paths:
  /zones:
    get: { operationId: listZones, responses: { '200': { description: OK, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Zone' } } } } } } }
    post:
      operationId: addZone
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewZone' } } } }
      responses: { '201': { description: Added, content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } } } }
  /zones/{id}:
    get:
      operationId: getZone
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } } } }
components:
  schemas:
    NewZone:
      type: object
      required: [code, months, kind]
      properties:
        code: { type: string, pattern: '^[A-Z0-9]{2,12}$', example: N4 }
        months: { type: integer, minimum: 1, maximum: 12 }
        kind: { type: string, enum: [day, night] }
        plate: { type: string, pattern: '^[A-Z]{2}$' }
    Zone:
      type: object
      required: [id, code, months, kind]
      properties:
        id: { type: integer }
        code: { type: string, example: N4 }
        months: { type: integer }
        kind: { type: string }
        plate: { type: string }
`;

it('demo records have values that a creation accepts, and unique ones of their own', async () => {
  const model = readModel({ understudy: 1, resources: { zones: { unique: { code: { members: ['code'] } } } } });
  const { api } = await describeText('parking', description, { model });
  const seed = { parking: { '*': 20 } };
  const call = createSender(await serveDescribed(api, { sandbox: { ...emptySandbox, seed } }));
  const zones: Record<string, string>[] = (await call('GET /zones')).body;
  expect(zones).toHaveLength(20);
  expect(new Set(zones.map(({ code }) => code)).size).toBe(20);
  for (const { id, code, ...zone } of zones) {
    const added = await call('POST /zones', { ...zone, code: `X${id}` });
    expect([added.status, added.text]).toEqual([201, expect.any(String)]);
    expect(code).toMatch(/^[A-Z0-9]{2,12}$/);
  }
});
