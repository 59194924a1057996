import { type NotesDriver, notesSimulator, testOrigin, useNotesApi } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';
import type { AnyJobKind } from './job.js';

const startNotes = useNotesApi({ checksDefects: false });
const start = (progression: string, changes: Partial<AnyJobKind> = {}) => {
  const { shout } = notesSimulator.jobs;
  const jobs = { ...notesSimulator.jobs, ...(shout === undefined ? {} : { shout: { ...shout, ...changes } }) };
  return startNotes({ progression, simulator: { ...notesSimulator, jobs } });
};

const statusOf = async (notes: NotesDriver, id = 'j') => (await notes.send(`GET /jobs/${id}`)).body.status;

describe('jobs', () => {
  it('finish at once with the output of the worker thread if progression=immediate is set', async () => {
    const notes = start('immediate');
    expect((await notes.send('POST /notes/j/shout', { text: 'hey' })).body).toEqual({ id: 'j', status: 'running' });
    expect((await notes.send('GET /jobs/j')).body).toEqual({ status: 'done', outcome: { shouted: 'HEY' } });
  });

  it('finish after their documented duration if progression=documented is set', async () => {
    const notes = start('documented');
    await notes.send('POST /notes/j/shout', { text: 'hey' });
    await notes.send('POST /_sim/clock/advance', { by: 'PT119S' });
    expect(await statusOf(notes)).toBe('running');
    await notes.send('POST /_sim/clock/advance', { by: 'PT1S' });
    expect(await statusOf(notes)).toBe('done');
  });

  it('run one after another if they share a key, and otherwise in parallel', async () => {
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

  it('fail when their work crashes, and report the crash as a defect', async () => {
    const notes = start('immediate');
    await notes.send('POST /notes/j/shout', { text: 'crash' });
    expect((await notes.send('GET /jobs/j')).body).toMatchObject({ status: 'failed' });
    expect(notes.simulators.defects.map(({ what }) => what)).toEqual(['work of notes job "shout"']);
  });

  it('fail when their result cannot be stored, and notify the webhook receiver', async () => {
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

  it('finish even if their notification cannot be created, and report a defect', async () => {
    const notes = start('immediate', {
      notification: () => {
        throw new Error('planted');
      },
    });
    await notes.send('POST /notes/j/shout', { text: 'hey' });
    expect(await statusOf(notes)).toBe('done');
    expect(notes.simulators.defects.map(({ what }) => what)).toEqual(['notification of notes job "shout"']);
  });

  it('run again if a request starts the same id again, and keep the result of the later run', async () => {
    const notes = start('manual');
    await notes.send('POST /notes/j/shout', { text: 'old' });
    await notes.send('POST /notes/j/shout', { text: 'new' });
    await notes.send('POST /_sim/jobs/j/complete');
    expect((await notes.send('GET /jobs/j')).body.outcome).toEqual({ shouted: 'NEW' });
    await notes.send('POST /notes/j/shout', { text: 'newest' });
    expect(await statusOf(notes)).toBe('running');
  });

  it('record their transitions in the journal, caused by the request that started them', async () => {
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
