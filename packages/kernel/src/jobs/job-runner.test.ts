import { NotesDriver, notesSimulator, testOrigin } from '@understudy/server/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnyJobKind } from './job.js';

const open: NotesDriver[] = [];
const start = (progression: string, changes: Partial<AnyJobKind> = {}) => {
  const { shout } = notesSimulator.jobs;
  const jobs = { ...notesSimulator.jobs, ...(shout === undefined ? {} : { shout: { ...shout, ...changes } }) };
  const notes = new NotesDriver({ progression, simulator: { ...notesSimulator, jobs } });
  open.push(notes);
  return notes;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((notes) => notes.close()));
});

const statusOf = async (notes: NotesDriver, id = 'j') => (await notes.send(`GET /jobs/${id}`)).body.status;

describe('jobs', () => {
  it('finish at once under immediate, with what the worker thread computed', async () => {
    const notes = start('immediate');
    expect((await notes.send('POST /notes/j/shout', { text: 'hey' })).body).toEqual({ id: 'j', status: 'running' });
    expect((await notes.send('GET /jobs/j')).body).toEqual({ status: 'done', outcome: { shouted: 'HEY' } });
  });

  it('finish after a span of the clock, not a moment earlier', async () => {
    const notes = start('after:PT10S');
    await notes.send('POST /notes/j/shout', { text: 'hey' });
    await notes.send('POST /_sim/clock/advance', { by: 'PT9.999S' });
    expect(await statusOf(notes)).toBe('running');
    await notes.send('POST /_sim/clock/advance', { by: 'PT0.001S' });
    expect(await statusOf(notes)).toBe('done');
  });

  it('finish after so many polls that saw them running', async () => {
    const notes = start('polls:2');
    await notes.send('POST /notes/j/shout', { text: 'hey' });
    expect([await statusOf(notes), await statusOf(notes), await statusOf(notes)]).toEqual([
      'running',
      'running',
      'done',
    ]);
  });

  it('finish after the time that the documents name', async () => {
    const notes = start('documented');
    await notes.send('POST /notes/j/shout', { text: 'hey' });
    await notes.send('POST /_sim/clock/advance', { by: 'PT119S' });
    expect(await statusOf(notes)).toBe('running');
    await notes.send('POST /_sim/clock/advance', { by: 'PT1S' });
    expect(await statusOf(notes)).toBe('done');
  });

  it('wait for the hand under manual, which completes or fails them once', async () => {
    const notes = start('manual');
    for (const id of ['a', 'b']) await notes.send(`POST /notes/${id}/shout`, { text: 'hey' });
    await notes.send('POST /_sim/clock/advance', { by: 'P1D' });
    expect(await statusOf(notes, 'a')).toBe('running');
    expect((await notes.send('POST /_sim/jobs/a/complete')).body).toMatchObject({ id: 'a', status: 'done' });
    expect((await notes.send('POST /_sim/jobs/b/fail', { message: 'why' })).body).toMatchObject({ status: 'failed' });
    expect((await notes.send('GET /jobs/b')).body.outcome).toEqual({ failure: 'why' });
    expect((await notes.send('POST /_sim/jobs/a/complete')).status).toBe(409);
    expect((await notes.send('POST /_sim/jobs/none/complete')).status).toBe(404);
    expect((await notes.send('GET /_sim/jobs')).body.jobs).toMatchObject([{ id: 'a' }, { id: 'b' }]);
  });

  it('that share a key run one after another, others beside them', async () => {
    const notes = start('manual');
    await notes.send('POST /notes/first/shout', { text: '1', key: 'same' });
    await notes.send('POST /notes/second/shout', { text: '2', key: 'same' });
    await notes.send('POST /notes/other/shout', { text: '3', key: 'different' });
    await notes.send('POST /_sim/jobs/second/complete');
    expect(await statusOf(notes, 'second')).toBe('running');
    expect((await notes.send('POST /_sim/jobs/other/complete')).body.status).toBe('done');
    await notes.send('POST /_sim/jobs/first/complete');
    expect([await statusOf(notes, 'first'), await statusOf(notes, 'second')]).toEqual(['done', 'done']);
  });

  it('end as failed when their work crashes, and the crash is reported', async () => {
    const notes = start('immediate');
    await notes.send('POST /notes/j/shout', { text: 'crash' });
    expect((await notes.send('GET /jobs/j')).body).toMatchObject({ status: 'failed' });
    expect(notes.simulators.defects.map(({ what }) => what)).toEqual(['work of notes job "shout"']);
  });

  it('end as failed when what they came to cannot be stored, which is reported, and tell their receiver', async () => {
    const notes = start('immediate', {
      apply: async () => {
        throw new Error('planted');
      },
    });
    await notes.send('POST /notes/j/shout', { text: 'hey', url: `${testOrigin}/_sim/inbox/in` });
    expect(await statusOf(notes)).toBe('failed');
    expect(notes.simulators.defects.map(({ what }) => what)).toEqual(['end of notes job "shout"']);
    const [message] = (await notes.send('GET /_sim/inbox/in/messages')).body.messages;
    expect(message.body).toEqual({ id: 'j', status: 'failed' });
  });

  it('end also when nobody can be told of it, which is reported', async () => {
    const notes = start('immediate', {
      notification: () => {
        throw new Error('planted');
      },
    });
    await notes.send('POST /notes/j/shout', { text: 'hey' });
    expect(await statusOf(notes)).toBe('done');
    expect(notes.simulators.defects.map(({ what }) => what)).toEqual(['notification of notes job "shout"']);
  });

  it('run again when the same id is started again, and the later run wins', async () => {
    const notes = start('manual');
    await notes.send('POST /notes/j/shout', { text: 'old' });
    await notes.send('POST /notes/j/shout', { text: 'new' });
    await notes.send('POST /_sim/jobs/j/complete');
    expect((await notes.send('GET /jobs/j')).body.outcome).toEqual({ shouted: 'NEW' });
    await notes.send('POST /notes/j/shout', { text: 'newest' });
    expect(await statusOf(notes)).toBe('running');
  });

  it('leave their transitions in the journal under the request that started them', async () => {
    const notes = start('immediate');
    await notes.send('POST /notes/j/shout', { text: 'hey' });
    const entries = await notes.journal('jobId=j');
    expect(entries.map(({ type, from, to }) => [type, from, to])).toEqual([
      ['request', undefined, undefined],
      ['transition', undefined, 'running'],
      ['transition', 'running', 'done'],
    ]);
    expect(entries.map(({ cause }) => cause)).toEqual([null, entries[0]?.['seq'], entries[0]?.['seq']]);
  });
});
