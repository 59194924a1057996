import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };
const says = (schema: object, description: string) => ({ ...schema, description });
const json = (schema: object) => ({ 'application/json': { schema } });
const object = (properties: object) => ({ type: 'object', properties });
const shown = (schema: object, status = '200') => ({ [status]: { description: 'It', content: json(schema) } });
const tour = object({ id: text, name: text, priceCents: whole, seats: whole });
const sent = object({ name: text, priceCents: whole, seats: whole });
const key = { name: 'tourId', in: 'path', required: true, schema: text };

async function serve() {
  const { api } = await describeText('tours', {
    openapi: '3.1.0',
    info: { title: 'Tours', version: '1' },
    paths: {
      '/tours': {
        get: { operationId: 'listTours', responses: shown({ type: 'array', items: tour }) },
        post: { operationId: 'addTour', requestBody: { content: json(sent) }, responses: shown(tour, '201') },
      },
      '/tours/{tourId}': { parameters: [key], get: { operationId: 'getTour', responses: shown(tour) } },
      '/tours/{tourId}/offer': {
        parameters: [key],
        get: {
          operationId: 'getOffer',
          parameters: [{ name: 'people', in: 'query', required: true, schema: whole }],
          responses: shown(
            object({
              people: whole,
              subtotal: says(whole, 'The price of the tour times the people.'),
              discount: says(whole, '10 percent of the subtotal, from five people on; 0 below that.'),
              total: says(whole, 'The subtotal less the discount.'),
              fits: says({ type: 'boolean' }, 'Whether `people` is at most the seats of the tour.'),
            }),
          ),
        },
      },
      '/estimates': {
        post: {
          operationId: 'estimate',
          description: 'Works out what a transport would cost. Nothing is stored.',
          requestBody: { content: json(object({ kilometres: whole, hours: whole })) },
          responses: shown(
            object({
              data: object({
                kilometres: whole,
                driving: says(whole, '120 per hour.'),
                distance: says(whole, 'The kilometres times 3.'),
                total: says(whole, 'Driving and distance together, at least 200.'),
              }),
            }),
          ),
        },
      },
    },
  });
  return createSender(await serveDescribed(api));
}

it.each([
  [2, { people: 2, subtotal: 2000, discount: 0, total: 2000, fits: true }],
  [6, { people: 6, subtotal: 6000, discount: 600, total: 5400, fits: false }],
])('an offer for %d people is calculated from the tour in the path', async (people, offer) => {
  const call = await serve();
  const { body: made } = await call('POST /tours', { name: 'Harbour', priceCents: 1000, seats: 4 });
  expect((await call(`GET /tours/${made.id}/offer?people=${people}`)).body).toEqual(offer);
});

it.each([
  [10, 1, { kilometres: 10, driving: 120, distance: 30, total: 200 }],
  [100, 2, { kilometres: 100, driving: 240, distance: 300, total: 540 }],
])('an estimate for %d km and %d h is calculated from the request body', async (kilometres, hours, data) => {
  const call = await serve();
  expect((await call('POST /estimates', { kilometres, hours })).body).toEqual({ data });
});
