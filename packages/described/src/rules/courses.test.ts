import { expect, test } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const refused = {
  description: 'Refused.',
  ...json({ type: 'object', required: ['code'], properties: { code: text } }),
};

/** Describes records with a state, and actions on them. The introduction says the course of the states. */
function describeCourse({ noun, states, actions, intro, tag = '' }: Course): object {
  const properties = { id: text, name: text, status: { type: 'string', enum: states } };
  const shown = { description: 'It', ...json({ type: 'object', required: ['id', 'status'], properties }) };
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const acts = actions.map((action) => [
    `/${noun}s/{id}/${action}`,
    {
      parameters: [id],
      post: { operationId: `${action}${noun}`, tags: ['desk'], responses: { '200': shown, '409': refused } },
    },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1', description: intro },
    tags: [{ name: 'desk', description: tag }],
    paths: {
      [`/${noun}s`]: {
        post: {
          operationId: `add${noun}`,
          tags: ['desk'],
          requestBody: json({ type: 'object', properties: { name: text } }),
          responses: { '201': { ...shown, description: `A ${noun} in status \`${states[0]}\`` } },
        },
      },
      [`/${noun}s/{id}`]: {
        parameters: [id],
        get: { operationId: `get${noun}`, tags: ['desk'], responses: { '200': shown, '404': refused } },
      },
      ...Object.fromEntries(acts),
    },
  };
}

interface Course {
  readonly noun: string;
  readonly states: readonly string[];
  readonly actions: readonly string[];
  readonly intro: string;
  readonly tag?: string;
}

/** Sends actions to a new record, and shows its states and the refusals. */
async function walk(course: Course, actions: readonly string[]): Promise<unknown[]> {
  const { api } = await describeText('desk', describeCourse(course));
  const call = createSender(await serveDescribed(api));
  const { body } = await call(`POST /${course.noun}s`, { name: 'One' });
  const seen: unknown[] = [];
  for (const action of actions) {
    const answer = await call(`POST /${course.noun}s/${body.id}/${action}`);
    seen.push(answer.status === 200 ? answer.body.status : answer.body.code);
  }
  return seen;
}

const parcel = {
  noun: 'parcel',
  states: ['packed', 'loaded', 'delivered', 'returned'],
  actions: ['load', 'deliver', 'return'],
};
const tour = { noun: 'tour', states: ['planned', 'guided', 'closed', 'dropped'], actions: ['guide', 'close', 'drop'] };
const claim = {
  noun: 'claim',
  states: ['filed', 'examined', 'settled', 'withdrawn'],
  actions: ['examine', 'settle', 'withdraw'],
};
const closing = 'Any other combination is refused with 409 and the code `wrong_step`.';

test.each<[how: string, course: Course]>([
  [
    'a table of actions',
    {
      ...parcel,
      intro: `| from | action | to |\n|---|---|---|\n| packed | load | loaded |\n| loaded | deliver | delivered, if somebody is there |\n| loaded | return | returned |\n| delivered | – | – |\n\n${closing}`,
    },
  ],
  [
    'lines with arrows',
    {
      ...parcel,
      intro: `The way of a parcel:\n\n    packed -> loaded -> delivered\n    loaded -> returned\n\n${closing}`,
    },
  ],
  [
    'states in parentheses',
    {
      ...parcel,
      intro: `From \`packed\` a driver can load it (\`loaded\`), then hand it over (\`delivered\`). A return turns \`loaded\` into \`returned\`. ${closing}`,
    },
  ],
  [
    'the description of its tag',
    {
      ...parcel,
      intro: closing,
      tag: 'Parcels go from `packed` to `loaded` to `delivered`, or from `loaded` to `returned`.',
    },
  ],
])('an action is allowed only in the states given by %s', async (_how, course) => {
  expect(await walk(course, ['deliver', 'load', 'load', 'deliver', 'return'])).toEqual([
    ...['wrong_step', 'loaded', 'wrong_step', 'delivered', 'wrong_step'],
  ]);
});

test.each<[how: string, course: Course, actions: readonly string[], seen: readonly string[]]>([
  [
    'lines with arrows',
    {
      ...tour,
      intro: `- \`planned\` → \`guided\` → \`closed\`\n- \`planned\` or \`guided\` → \`dropped\`\n\n${closing}`,
    },
    ['close', 'guide', 'drop', 'close'],
    ['wrong_step', 'guided', 'dropped', 'wrong_step'],
  ],
  [
    'a table',
    {
      ...claim,
      intro: `| State | Call | Next |\n|--|--|--|\n| \`filed\` | examine | \`examined\` |\n| \`examined\` | settle | \`settled\` |\n| \`filed\`, \`examined\` | withdraw | \`withdrawn\` |\n\n${closing}`,
    },
    ['settle', 'examine', 'examine', 'withdraw', 'settle'],
    ['wrong_step', 'examined', 'wrong_step', 'withdrawn', 'wrong_step'],
  ],
])('an action is allowed in each of several source states listed in %s', async (_how, course, actions, seen) => {
  expect(await walk(course, actions)).toEqual(seen);
});

test.each<[how: string, course: Course]>([
  [
    'a sentence with "usually"',
    { ...tour, intro: 'A tour usually moves from `planned` to `guided`, then from `guided` to `closed`.' },
  ],
  [
    'a transition at a certain time',
    { ...tour, intro: 'A tour moves from `guided` to `closed` when its day is over.' },
  ],
  ['an arrow line with other words', { ...tour, intro: 'Try it:\n\n    guided -> close the gate -> closed' }],
  ['an unrelated table', { ...tour, intro: '| status | color |\n|---|---|\n| guided | green |\n| closed | grey |' }],
])('an action is always allowed if the introduction has only %s', async (_how, course) => {
  expect(await walk(course, ['close', 'guide', 'drop'])).toEqual(['closed', 'guided', 'dropped']);
});
