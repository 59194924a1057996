import { describe, expect, it } from 'vitest';
import { createSender, describeText, emptySandbox, serveDescribed } from './testing/serve-described.js';

const text = { type: 'string' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object) => ({ type: 'object', properties });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object) => ({ 200: { description: 'Done', ...json(schema) } });

describe('a query parameter of a list', () => {
  const reference = object({ id: text, name: text });
  const job = object({
    id: text,
    site: reference,
    crews: list(reference),
    tags: list(text),
    settings: object({ folder_id: text, title: text }),
    status: { type: 'string', enum: ['open', 'done'] },
  });
  const names = ['site_id', 'crew_ids[]', 'tag_name', 'folder_id', 'statuses[]'];
  const parameters = names.map((name) => ({
    ...{ in: 'query', name },
    schema: name.endsWith('ids[]') ? list(text) : text,
  }));
  const paths = {
    '/jobs': {
      post: { operationId: 'addJob', requestBody: json(job), responses: answers(job) },
      get: { operationId: 'jobs', parameters, responses: answers(object({ jobs: list(job) })) },
    },
    '/jobs/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: text }],
      get: { operationId: 'job', responses: answers(job) },
    },
  };

  it.each([
    ['the id of a referenced object', 'site_id=s1'],
    ['ids in a list of objects', 'crew_ids%5B%5D=c1&crew_ids%5B%5D=c9'],
    ['a name in a list', 'tag_name=urgent'],
    ['an id in the only nested object that has it', 'folder_id=f1'],
    ['several values of a singular property', 'statuses%5B%5D=open&statuses%5B%5D=late'],
  ])('filters by %s', async (_what, query) => {
    const info = { title: 'jobs', version: '1' };
    const { api } = await describeText('jobs', { openapi: '3.0.3', info, paths });
    const send = createSender(await serveDescribed(api, { sandbox: emptySandbox }));
    const one = { site: { id: 's1' }, crews: [{ id: 'c1' }], tags: ['urgent'], settings: { folder_id: 'f1' } };
    const other = { site: { id: 's2' }, crews: [{ id: 'c2' }], tags: ['calm'], settings: { folder_id: 'f2' } };
    const { id } = (await send('POST /jobs', { ...one, status: 'open' })).body;
    await send('POST /jobs', { ...other, status: 'done' });
    const { jobs } = (await send(`GET /jobs?${query}`)).body;
    expect(jobs.map((each: { id: string }) => each.id)).toEqual([id]);
  });
});
