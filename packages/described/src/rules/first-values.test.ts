import { describe, expect, it } from 'vitest';
import { describeClub } from '../testing/describe-club.js';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const whole = { type: 'integer' };

const collections = {
  crates: { properties: { received: whole, left: whole, broken: whole }, readOnly: ['left', 'broken'] },
  accounts: { properties: { owner: text, credits: whole, version: whole }, readOnly: ['credits', 'version'] },
  talks: { properties: { speaker: text, title: text, seats: whole, language: text }, readOnly: [] },
};

type Thing = keyof typeof collections;

async function create(thing: Thing, creation: string, sent: object, member?: readonly [string, string]) {
  const { properties, readOnly } = collections[thing];
  const described: Record<string, Record<string, unknown>> = { ...properties };
  if (member !== undefined) described[member[0]] = { ...described[member[0]], description: member[1] };
  const { api } = await describeText('club', describeClub({ [thing]: { properties: described, readOnly, creation } }));
  const call = createSender(await serveDescribed(api));
  return (await call(`POST /${thing}`, sent)).body;
}

describe('the initial value of a property', () => {
  it.each<[Thing, string, object]>([
    ['crates', "A crate's `left` starts at `received`.", { left: 7 }],
    ['crates', '`left` begins with `received`; `broken` starts at 0.', { left: 7, broken: 0 }],
    ['accounts', 'An account starts at version 1.', { version: 1 }],
    ['accounts', 'Each account opens with 3 credits.', { credits: 3 }],
    ['accounts', 'A new account is created with credits of 5.', { credits: 5 }],
  ])('of %s is read from the description of the create operation: %s', async (thing, creation, values) => {
    expect(await create(thing, creation, { received: 7, owner: 'Ann' })).toMatchObject(values);
  });

  it.each<[Thing, string, string, number]>([
    ['crates', 'left', 'Starts at `received`.', 7],
    ['accounts', 'version', 'Begins at 1.', 1],
    ['accounts', 'credits', 'It starts with 20.', 20],
  ])('of %s is read from the description of the property %s: %s', async (thing, name, says, value) => {
    expect((await create(thing, '', { received: 7, owner: 'Ann' }, [name, says]))[name]).toBe(value);
  });

  it.each<[Thing, string, object]>([
    ['crates', 'A crate usually starts at `left` 4.', {}],
    ['accounts', 'A member starts at version 4.', {}],
    ['accounts', 'The count of versions starts again with 4 credits.', {}],
    ['accounts', 'Version 4 starts in spring.', {}],
  ])('of %s is not guessed from: %s', async (thing, creation) => {
    expect(Object.values(await create(thing, creation, { received: 7, owner: 'Ann' }))).not.toContain(4);
  });
});

describe('the default value of a property', () => {
  it.each<[string, object]>([
    ['The title is "Talk" if nobody thought of one.', { title: 'Talk' }],
    ['If you do not give one, the language is `en`.', { language: 'en' }],
    ['The language is `en` if it is left out.', { language: 'en' }],
    ['The seats are 20 if none is given.', { seats: 20 }],
    ['The title is "Talk" if no title is sent.', { title: 'Talk' }],
  ])('is read from the description of the create operation: %s', async (creation, values) => {
    expect(await create('talks', creation, { speaker: 'Ann' })).toMatchObject(values);
    expect(await create('talks', creation, { speaker: 'Ann', title: 'A', language: 'fi' })).toMatchObject({
      title: 'A',
      language: 'fi',
    });
  });

  it.each([
    ['title', '"Talk" if left out.', 'Talk'],
    ['seats', '20 if it is left out.', 20],
    ['language', 'Defaults to "en".', 'en'],
  ] as const)('is read from the description of the property %s: %s', async (name, says, value) => {
    expect((await create('talks', '', { speaker: 'Ann' }, [name, says]))[name]).toBe(value);
  });

  it.each([
    'The title is "Talk" if you name one.',
    'The title should be "Talk" if none is given.',
    'The title is refused if nobody thought of one.',
  ])('is not guessed from: %s', async (creation) => {
    expect((await create('talks', creation, { speaker: 'Ann' })).title).toBeUndefined();
  });
});
