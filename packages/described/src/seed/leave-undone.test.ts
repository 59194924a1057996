import { expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from '../testing/serve-described.js';

it('leaves some seeded records on which an action is still possible', async () => {
  const flag = { type: 'boolean' };
  const offer = { type: 'object', properties: { id: { type: 'string' }, accepted: flag, open: flag } };
  const body = (schema: object) => ({ description: 'Done', content: { 'application/json': { schema } } });
  const parameters = [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }];
  const { api } = await describeText('offers', {
    openapi: '3.0.3',
    info: { title: 'Offers', version: '1' },
    paths: {
      '/offers': { get: { operationId: 'offers', responses: { 200: body({ type: 'array', items: offer }) } } },
      '/offers/{id}': { get: { operationId: 'offer', parameters, responses: { 200: body(offer) } } },
      '/offers/{id}/accept': { post: { operationId: 'accept', parameters, responses: { 200: body(offer) } } },
    },
  });
  const sandbox = { ...emptySandbox, seed: { offers: { '*': 4 } } };
  const send = createSender(await serveDescribed(api, { sandbox }));
  const { body: before }: { body: { id: string; accepted: boolean }[] } = await send('GET /offers');
  const left = before.filter(({ accepted }) => !accepted);
  expect(left.length).toBeGreaterThanOrEqual(2);
  for (const { id } of left) expect((await send(`POST /offers/${id}/accept`)).body).toMatchObject({ accepted: true });
});
