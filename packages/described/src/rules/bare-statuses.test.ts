import { expect, it } from 'vitest';
import { describeText } from '../testing/serve-described.js';

const schema = {
  type: 'object',
  required: ['id', 'state'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    state: { type: 'string', enum: ['draft', 'submitted', 'approved'], readOnly: true },
  },
};
const content = { 'application/json': { schema } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const responses = { 200: { description: 'The application', content }, 409: { description: 'Conflict' } };

/** The states in which an application can be deleted. */
async function allowedStates(description: string) {
  const remove = {
    operationId: 'remove',
    description,
    responses: { 204: { description: 'Gone' }, 409: responses[409] },
  };
  const described = await describeText('grants', {
    ...{ openapi: '3.1.0', info: { title: 'Grants', version: '1' } },
    paths: {
      '/applications': {
        post: { operationId: 'create', requestBody: { content }, responses: { 201: responses[200] } },
      },
      '/applications/{id}': { parameters, get: { operationId: 'read', responses }, delete: remove },
      '/applications/{id}/submit': {
        post: { operationId: 'submit', parameters, description: 'A draft becomes submitted.', responses },
      },
    },
  });
  const { lifecycle } = described.writeModel().readable.resources?.['applications'] ?? {};
  return [lifecycle?.transitions?.['remove']?.from].flat();
}

it.each([
  ['Only an application in state draft can be deleted (409).', ['draft']],
  ['Only an application in state draft can be deleted (409 otherwise).', ['draft']],
  ['Only a draft can be deleted (otherwise 409).', ['draft']],
  ['An application in state draft can be deleted (409).', ['draft']],
  ['Can be deleted in state draft only (409).', ['draft']],
  ['Only possible for drafts (409).', ['draft']],
  ['Possible while it is a draft (409 Conflict).', ['draft']],
  ['A draft cannot be deleted (409).', ['submitted', 'approved']],
  ['Deleting a draft is refused (409).', ['submitted', 'approved']],
])('a status in parentheses does not change the meaning of "%s"', async (description, states) => {
  expect(await allowedStates(description)).toEqual(states);
});
