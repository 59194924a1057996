import { expect, it } from 'vitest';
import { createSender, describeText, serveDescribed } from '../../testing/serve-described.js';

const description = `
openapi: 3.1.0
info: { title: Jobs, version: '1' }
x-understudy:
  understudy: 1
  operations:
    createJob: { lenient: true, remembers: [answer.id] }
    getJob: { lenient: true, remembers: [path.jobId] }
    listJobs: { lenient: true }
  responses:
    createJob:
      untitled: { if: body.title == null, status: 400, answer: { message: title is missing } }
      created: { status: 201, new: { id: job_7Kq2mZ81 }, answer: { id: =new.id, self: '=baseUrl + "/jobs/" + new.id', title: =body.title, 'note?': =body.note } }
    getJob:
      unknown: { if: meta(path.jobId) == null, status: 404, answer: { message: '="There is no job " + path.jobId' } }
      done: { if: now - meta(path.jobId).at >= seconds(60), status: 200, answer: { id: =path.jobId, state: done, reads: =meta(path.jobId).reads } }
      queued: { status: 200, answer: { id: =path.jobId, title: =meta(path.jobId).sent.title, state: queued } }
    listJobs:
      refused: { if: query.page == "0", status: 200, answer: { never: seen }, review: refused }
      usual: { if: query.usual != null, pass: true }
      newest:
        status: 200
        headers: { X-Count: '=remembered(["createJob answer.id"]).size()' }
        answer:
          jobs:
            =each: 'remembered(["createJob answer.id"]).filter(k, k.owners.exists(o, o in sender.owners)).reverse().sorted(query.sort, "sent").cut({"size": query.limit, "page": query.page, "most": 2})'
            =show: { =if: item.sent.note == null, =then: { id: =item.key, at: =index }, =else: { id: =item.key, note: =item.sent.note } }
paths:
  /jobs:
    post:
      operationId: createJob
      requestBody: { content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string }, note: { type: string } } } } } }
      responses: { '201': { description: Created, content: { application/json: { schema: { type: object } } } }, '4XX': { description: Wrong, content: { application/json: { schema: { type: object } } } } }
    get:
      operationId: listJobs
      parameters: [limit, page, sort, usual].map
      responses: { '200': { description: OK, content: { application/json: { schema: { type: object } } } } }
  /jobs/{jobId}:
    get:
      operationId: getJob
      parameters: [{ name: jobId, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: OK, content: { application/json: { schema: { type: object } } } }, '404': { description: None, content: { application/json: { schema: { type: object } } } } }
`.replace(
  '[limit, page, sort, usual].map',
  JSON.stringify(['limit', 'page', 'sort', 'usual'].map((name) => ({ name, in: 'query', schema: { type: 'string' } }))),
);

async function serve() {
  const { api } = await describeText('jobs', description);
  return createSender(await serveDescribed(api));
}

it('modelled responses depend on the values in earlier requests and on their time', async () => {
  const call = await serve();
  expect((await call('POST /jobs', {})).body).toEqual({ message: 'title is missing' });
  const { status, body } = await call('POST /jobs', { title: 'Print' });
  expect([status, body.id, body]).toEqual([
    201,
    expect.stringMatching(/^job_\w{8}$/),
    { id: body.id, self: expect.stringMatching(new RegExp(`^http.*/jobs/${body.id}$`)), title: 'Print' },
  ]);
  expect((await call('POST /jobs', { title: 'Fold', note: 'soon' })).body).toMatchObject({ note: 'soon' });
  expect((await call(`GET /jobs/${body.id}`)).body).toEqual({ id: body.id, title: 'Print', state: 'queued' });
  expect((await call('GET /jobs/job_none')).status).toBe(404);
  await call('POST /_sim/clock/advance', { by: 'PT61S' });
  expect((await call(`GET /jobs/${body.id}`)).body).toEqual({ id: body.id, state: 'done', reads: 1 });
});

it('expressions filter, sort and page lists of remembered values', async () => {
  const call = await serve();
  const ids: string[] = [];
  for (const [title, note] of [['B'], ['A', 'first'], ['C']])
    ids.push((await call('POST /jobs', { title, ...(note === undefined ? {} : { note }) }, ada)).body.id);
  await call('POST /jobs', { title: 'Other' }, { authorization: 'Bearer bob' });
  const list = async (query: string) => await call(`GET /jobs${query}`, undefined, ada);
  const shown = async (query: string) => (await list(query)).body.jobs.map(({ id }: { id: string }) => ids.indexOf(id));
  expect((await list('')).body).toEqual({
    jobs: [
      { id: ids[2], at: 0 },
      { id: ids[1], note: 'first' },
    ],
  });
  expect((await list('?page=0')).headers.get('x-count')).toBe('4');
  expect([await shown('?page=2'), await shown('?limit=1&page=3'), await shown('?limit=9&sort=title')]).toEqual([
    [0],
    [0],
    [1, 0, 2],
  ]);
  expect((await list('?usual=1')).body).not.toHaveProperty('jobs');
});

const ada = { authorization: 'Bearer ada' };
