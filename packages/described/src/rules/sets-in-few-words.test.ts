import { expect, it } from 'vitest';
import { type Domain, object, one, setsOf, text, time, whole } from '../testing/describe-effects.js';

const domain: Domain = {
  schemas: {
    casks: {
      ...{ id: text, status: one('open', 'shut'), litres_left: whole, litres_lost: whole, sold_at: time },
      ...{ rejection_reason: { type: ['string', 'null'] }, line: object({ name: text }) },
    },
  },
  at: '/casks/{id}/leak',
  sent: { litres: whole },
};
const lost = { litres_left: '=old.litres_left - body.litres', litres_lost: '=old.litres_lost + body.litres' };

it.each([
  ['Lowers `litres_left`, raises `litres_lost`.', lost],
  ['Reduces `litres_left`, increases `litres_lost`.', lost],
  ['Raises `litres_lost`.', { litres_lost: lost.litres_lost }],
  ['`rejection_reason` and `sold_at` are emptied.', { rejection_reason: '=null', sold_at: '=null' }],
  ['`rejection_reason` is cleared.', { rejection_reason: '=null' }],
  ['Its rejection reason is wiped (null).', { rejection_reason: '=null' }],
])('reads the property changes of an action from: %s', async (said, set) =>
  expect(await setsOf(domain, said)).toEqual(set),
);

it.each([
  'Lowers the temperature.',
  'Raises `rejection_reason`.',
  'The cask is rejected and `sold_at` cannot be emptied.',
])('reads no property change from: %s', async (said) => expect(await setsOf(domain, said)).toEqual({}));
