import { expect, test } from 'vitest';
import { createSender, describeText, serveDescribed } from '../testing/serve-described.js';

const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const refused = {
  description: 'Refused',
  ...json(object({ errors: { type: 'array', items: object({ code: text, field: { type: ['string', 'null'] } }) } })),
};

interface Domain {
  readonly noun: string;
  /** The member of a record with its owner. */
  readonly owner: object;
  readonly signIn: string;
  readonly sent: object;
  readonly answers: object;
  readonly intro?: string;
  readonly ofAdding?: string;
  readonly ofChange?: string;
}

/** Describes records of users who sign in with a name only. */
function describeDomain({ noun, owner, signIn, sent, answers, intro, ofAdding, ofChange }: Domain): object {
  const record = object({ id: text, title: text, ...owner });
  const title = json(object({ title: text }));
  return {
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1', description: intro ?? '' },
    security: [{ token: [] }],
    paths: {
      [`/${signIn}`]: {
        post: {
          ...{ operationId: 'enter', security: [], requestBody: json(object(sent)) },
          responses: { 201: { description: 'Signed in', ...json(answers) } },
        },
      },
      [`/${noun}s`]: {
        post: {
          ...{ operationId: `add-${noun}`, description: ofAdding, requestBody: title },
          responses: { 201: { description: 'It', ...json(record) }, 403: refused },
        },
      },
      [`/${noun}s/{id}`]: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { operationId: `get-${noun}`, responses: { 200: { description: 'It', ...json(record) }, 404: refused } },
        patch: {
          ...{ operationId: `change-${noun}`, description: ofChange, requestBody: title },
          responses: { 200: { description: 'It', ...json(record) }, 403: refused, 404: refused },
        },
      },
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

const user = (role: readonly string[]) => object({ id: text, name: text, role: { type: 'string', enum: role } });
const tour: Domain = {
  noun: 'tour',
  owner: { organizer: { type: 'string', format: 'email' } },
  signIn: 'sign_in',
  sent: { email: text, role: { type: 'string', enum: ['guide', 'office'] } },
  answers: object({ token: text, email: text, role: text }),
};
const claim: Domain = {
  noun: 'claim',
  owner: { ownerId: text },
  signIn: 'tokens',
  sent: { name: text, role: { type: 'string', enum: ['guide', 'office'] } },
  answers: object({ token: text, user: user(['guide', 'office']) }),
};
const poster: Domain = {
  noun: 'poster',
  owner: { author: { ...text, description: 'Login name of who created it.' } },
  signIn: 'login',
  sent: { name: text, role: { type: 'string', enum: ['guide', 'office'] } },
  answers: object({ token: text, name: text, role: { type: 'string', enum: ['guide', 'office'] } }),
};

async function open(domain: Domain) {
  const { api } = await describeText('desk', describeDomain(domain));
  const send = createSender(await serveDescribed(api));
  const enter = async (name: string, role: string) => {
    const [identity = 'name'] = Object.keys(domain.sent);
    const { body } = await send(`POST /${domain.signIn}`, { [identity]: name, role });
    return { authorization: `Bearer ${body.token}` };
  };
  return { send, enter, path: `/${domain.noun}s` };
}

const isOf = (domain: Domain, said: Partial<Domain>): Domain => ({ ...domain, ...said });

test.each([
  [
    'tour',
    isOf(tour, { ofAdding: 'Office only.', ofChange: 'Only its organizer may change a tour (403 `not_yours`).' }),
  ],
  [
    'claim',
    isOf(claim, {
      ofAdding: 'Office only; others get 403.',
      ofChange: 'Must be called by the owner. Others get 403 `not_yours`.',
    }),
  ],
  ['poster', isOf(poster, { ofAdding: 'Reserved to the office.', ofChange: 'For the author only: 403 `not_yours`.' })],
  [
    'poster',
    isOf(poster, {
      ofAdding: 'Office only.',
      intro: '**Posters.** All changes of a poster are reserved to whoever created it (403 `not_yours`).',
    }),
  ],
])('a user who signs in with a name gets the requested role and owns each new %s', async (_noun, domain) => {
  const { send, enter, path } = await open(domain);
  const [office, guide, other] = [
    await enter('ann@desk.example', 'office'),
    await enter('bob@desk.example', 'guide'),
    await enter('eve@desk.example', 'office'),
  ];
  expect((await send(`POST ${path}`, { title: 'One' }, guide)).status).toBe(403);
  const { status, body } = await send(`POST ${path}`, { title: 'One' }, office);
  expect(status).toBe(201);
  const refusal = await send(`PATCH ${path}/${body.id}`, { title: 'Two' }, other);
  expect(refusal.body).toEqual({ errors: [{ code: 'not_yours', field: null }] });
  expect((await send(`PATCH ${path}/${body.id}`, { title: 'Two' }, office)).status).toBe(200);
  // Another token of the same user.
  const again = await enter('ann@desk.example', 'office');
  expect((await send(`PATCH ${path}/${body.id}`, { title: 'Three' }, again)).status).toBe(200);
});

test.each([
  [
    'only says who usually does it',
    isOf(tour, { ofAdding: 'Usually for the office.', ofChange: 'Organizers usually change it.' }),
  ],
  [
    'does not mention permissions',
    isOf(claim, { ofAdding: 'The office sees it.', ofChange: 'The owner gets a letter.' }),
  ],
])('every signed-in user has all permissions if the description %s', async (_how, domain) => {
  const { send, enter, path } = await open(domain);
  const guide = await enter('bob@desk.example', 'guide');
  const { status, body } = await send(`POST ${path}`, { title: 'One' }, guide);
  expect(status).toBe(201);
  const other = await enter('eve@desk.example', 'guide');
  expect((await send(`PATCH ${path}/${body.id}`, { title: 'Two' }, other)).status).toBe(200);
});
