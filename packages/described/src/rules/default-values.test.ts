import { expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };

it.each([
  ['If omitted, it is the standard length of the coach.', 45],
  ['Left out, it is decided on the day.', undefined],
  ['When it is not given, we take the standard length of the coach.', 45],
  ['In minutes. Defaults to the standard length of the coach.', 45],
  ['By default the standard length of its coach.', 45],
  ['Usually the length of the coach.', undefined],
])('an omitted property has its described default, if one is clearly stated: %s', async (description, length) => {
  const { api } = await describeText(
    'club',
    describeClub({
      coaches: { properties: { name: text, standardLength: whole } },
      lessons: { properties: { coachId: text, length: { ...whole, description } }, required: ['id'] },
    }),
  );
  const call = createSender(await serveDescribed(api));
  const { body: coach } = await call('POST /coaches', { name: 'Ida', standardLength: 45 });
  expect((await call('POST /lessons', { coachId: coach.id, length: 30 })).body.length).toBe(30);
  expect((await call('POST /lessons', { coachId: coach.id })).body.length).toBe(length);
});
