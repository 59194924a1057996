import { createContract } from '@understudy/contract';
import { notesSimulator, useNotesApi } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';
import type { HandlerContext } from './context.js';
import type { SuccessResponse } from './handlers.js';
import { kernelPartition } from './store/kernel-records.js';
import { createScopes } from './store/scope.js';
import { jobRecords, runRecords } from './unit/job-record.js';

const start = useNotesApi({ checksDefects: false });

describe('the pipeline', () => {
  it('stores the changes of a handler, and shows them only to the same tenant', async () => {
    const notes = start();
    expect(await notes.send('PUT /notes/a', { text: 'x' })).toEqual({
      status: 200,
      body: { id: 'a', text: 'x', version: 1 },
    });
    expect((await notes.send('GET /notes/a')).body).toEqual({ id: 'a', text: 'x', version: 1 });
    expect((await notes.send('GET /notes/a', undefined, { tenantId: 't2' })).status).toBe(404);
  });

  it('discards the changes of a handler that rejects the request', async () => {
    const notes = start();
    expect((await notes.send('PUT /notes/a', { text: 'refuse' })).status).toBe(400);
    expect((await notes.send('GET /notes/a')).status).toBe(404);
  });

  it('loses no write when concurrent requests change the same record', async () => {
    const notes = start();
    await Promise.all(Array.from({ length: 8 }, () => notes.send('PUT /notes/a', { text: 'x' })));
    expect((await notes.send('GET /notes/a')).body.version).toBe(8);
  });

  it('answers a handler error with 500, stores nothing, and reports a defect', async () => {
    const notes = start();
    const seen = await notes.send('POST /accidents/throw');
    expect(seen).toEqual({ status: 500, body: { fault: 'we failed', id: expect.any(String) } });
    expect((await notes.send('GET /notes/throw')).status).toBe(404);
    expect(notes.simulators.defects.map(({ what }) => what)).toEqual(['runInUnit of POST /accidents/throw']);
  });

  it('reports a response that violates the contract, as a defect and in the journal', async () => {
    const notes = start();
    await notes.send('POST /accidents/wrong');
    expect(notes.simulators.defects.map(({ what }) => what)).toEqual(['answer 200 of haveAccident']);
    expect((await notes.journal())[0]?.['error']).toContain('response violates the contract');
  });

  it('answers an unknown path with 404, a wrong method with 405, and a malformed path with 400', async () => {
    const notes = start();
    expect((await notes.send('GET /notes')).body.fault).toBe('nothing at /notes');
    expect((await notes.send('GET /elsewhere')).body.detail).toContain('Nothing is served at /elsewhere');
    const wrong = await notes.simulators.fetch('http://understudy.local/notes/a', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, PUT']);
    expect((await notes.send('GET /notes/%zz')).status).toBe(400);
  });

  it.each([
    ['a missing header', 'GET /notes/a', undefined, { tenantId: '' }, '/headers/tenantId'],
    ['a wrong type', 'PUT /notes/a', { text: 1 }, {}, '/body/text'],
    ['a missing property', 'PUT /notes/a', {}, {}, '/body/text'],
    ['malformed JSON', 'PUT /notes/a', '{"text":', {}, '/body'],
    ['no body', 'PUT /notes/a', undefined, {}, '/body'],
  ])('rejects %s with the JSON pointer of the error', async (_name, call, body, headers, pointer) => {
    expect(await start().send(call, body, headers)).toMatchObject({ status: 400, body: { fault: pointer } });
  });

  it('rejects a body over the limit of the operation with 413', async () => {
    const seen = await start().send('PUT /notes/a', `{"text": "${'x'.repeat(1000)}`);
    expect(seen).toMatchObject({ status: 413, body: { fault: '1010 of 1000' } });
  });

  it('returns a documented status code that the client requests, and rejects an undocumented one', async () => {
    const notes = start();
    expect(await notes.send('GET /notes/a', undefined, { Prefer: 'code=429' })).toMatchObject({ status: 429 });
    expect((await notes.send('GET /notes/a', undefined, { Prefer: 'code=418' })).status).toBe(400);
    await notes.send('PUT /notes/a', { text: 'x' });
    expect((await notes.send('GET /notes/a', undefined, { Prefer: 'code=200' })).status).toBe(200);
  });

  it('produces the same journal and webhook messages for the same seed and calls', async () => {
    const live = async () => {
      const notes = start();
      await notes.send('PUT /notes/a', { text: 'x' });
      await notes.send('POST /notes/j/shout', { text: 'hey', url: 'http://understudy.local/_sim/inbox/in' });
      await notes.send('GET /jobs/j');
      await notes.send('GET /notes/none');
      await notes.send('POST /_sim/clock/advance', { by: 'PT1H' });
      return JSON.stringify([await notes.send('GET /_sim/journal'), await notes.send('GET /_sim/inbox/in/messages')]);
    };
    expect(await live()).toBe(await live());
  });
});

describe('a defect', () => {
  type Shout = (input: unknown, context: HandlerContext) => Promise<SuccessResponse>;
  const { shoutNote } = notesSimulator.operations as { shoutNote: Shout };
  const fail = (): never => {
    throw new Error('planted');
  };
  const shout = { text: 'hey' };
  const serving = (operation: Shout) => ({
    ...notesSimulator,
    operations: { ...notesSimulator.operations, shoutNote: operation },
  });
  const answering = (body: (real: object) => object) =>
    serving(async (input, context) => {
      const answer = await shoutNote(input, context);
      return Object.defineProperty({ ...answer }, 'body', { get: () => body(Object(answer.body)), enumerable: true });
    });

  /** Fails once. The journal reads the tenant, too. */
  const failingOnce = () => {
    let times = 0;
    return () => {
      times += 1;
      return times === 1 ? fail() : 't1';
    };
  };
  const secured = {
    ...notesSimulator,
    contract: createContract('notes', { ...notesSimulator.contract.document, security: [{ bearer: [] }] }),
    checkScope: fail,
  };
  it.each([
    ['receiveRequest', { ...notesSimulator, seed: fail }],
    ['matchOrAnswer', { ...notesSimulator, contract: { ...notesSimulator.contract, match: fail } }],
    ['injectFaults', { ...notesSimulator, tenantOf: failingOnce() }],
    ['authorizeRequest', secured],
    ['validateRequestStep', { ...notesSimulator, checkMediaTypes: fail }],
  ])('in the pipeline step %s is answered with 500, and nothing is stored', async (step, simulator) => {
    const notes = start({ simulator });
    const sandbox = await notes.simulators.server.sandboxes.open('default').catch(() => undefined);
    const faults = [{ match: { tenantId: 't1' }, effect: { headers: { 'x-a': 'b' } } }];
    if (step === 'injectFaults') expect((await notes.send('PUT /_sim/faults', { faults })).status).toBe(200);
    const token = await sandbox?.tokens.issue({ clientId: 'c', scopes: [] }, 60, '1');
    const seen = await notes.send('PUT /notes/a', { text: 'x' }, { authorization: `Bearer ${token}` });
    expect(seen.status).toBe(500);
    expect(notes.simulators.defects.map(({ what }) => what)).toEqual([`${step} of PUT /notes/a`]);
    const records = (await sandbox?.snapshot())?.records ?? [];
    expect(records.filter(({ partition }) => partition !== kernelPartition)).toEqual([]);
  });

  it('prevents a job from starting if it occurs before the commit', async () => {
    const notes = start({
      simulator: serving(async (input, context) => {
        await shoutNote(input, context);
        return fail();
      }),
    });
    expect((await notes.send('POST /notes/j/shout', shout)).status).toBe(500);
    expect((await notes.send('GET /jobs/j')).status).toBe(404);
  });

  it.each([
    ['createResponse', () => answering(fail)],
    ['createResponse', () => answering((real) => Object.defineProperty(real, 'toJSON', { value: fail }))],
    [
      'recordResponse',
      () => {
        let handled = false;
        return {
          ...serving(async (input, context) => {
            const answer = await shoutNote(input, context);
            handled = true;
            return answer;
          }),
          tenantOf: () => (handled ? fail() : 't1'),
        };
      },
    ],
  ])('after the commit, in the pipeline step %s, does not stop the stored job', async (step, change) => {
    const notes = start({ simulator: change() });
    await notes.send('POST /notes/j/shout', shout);
    expect(notes.simulators.defects.map(({ what }) => what)).toContain(`${step} of POST /notes/j/shout`);
    await notes.send('POST /_sim/clock/advance', { by: 'PT1S' });
    const sandbox = await notes.simulators.server.sandboxes.open('default');
    const unit = sandbox?.begin() ?? expect.unreachable();
    expect(await unit.collection(kernelPartition, runRecords).list()).toEqual([]);
    const job = await createScopes(unit, 'notes').shared.collection(jobRecords).get('j');
    expect(job?.status).toBe('done');
  });
});
