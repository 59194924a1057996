import type { NotesDriver } from '@understudy/server/testing';
import { useNotesApi } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';

const start = useNotesApi();

const stateOf = async (notes: NotesDriver, id = 'j') => (await notes.send(`GET /jobs/${id}`)).body;
const spell = (notes: NotesDriver, text: string, id = 'j') =>
  notes.send(`POST /notes/${id}/shout`, { text, live: true });

/** Waits for a state. Messages from worker threads arrive between turns of the event loop. */
async function until(notes: NotesDriver, status: string, id = 'j') {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    const state = await stateOf(notes, id);
    if (state.status === status) return state;
  }
}

describe('a live job', () => {
  it('shows its output so far in the state "running" until it is completed', async () => {
    const notes = start({ progression: 'manual' });
    expect((await spell(notes, 'hey')).body.status).toBe('waiting');
    expect(await stateOf(notes)).toEqual({ status: 'running', outcome: { shouted: 'hey' } });
    await notes.send('POST /_sim/jobs/j/complete');
    expect(await stateOf(notes)).toEqual({ status: 'done', outcome: { shouted: 'hey' } });
    const moves = (await notes.journal('jobId=j')).filter(({ type }) => type === 'transition');
    expect(moves.map(({ from, to }) => [from, to])).toEqual([
      [undefined, 'waiting'],
      ['waiting', 'running'],
      ['running', 'done'],
    ]);
  });

  it('stops at once when the control plane completes it on a real-time clock', async () => {
    const notes = start({ clock: 'real' });
    await spell(notes, 'endless');
    await until(notes, 'running');
    // The control plane responds while the job is running.
    expect((await notes.send('POST /_sim/clock/advance', { by: 'PT1S' })).status).toBe(200);
    expect((await notes.send('POST /_sim/jobs/j/complete')).body.status).toBe('done');
    expect((await notes.send('POST /_sim/jobs/j/complete')).status).toBe(409);
    expect((await stateOf(notes)).status).toBe('done');
  });

  it('releases its thread when it is completed, failed or reset', async () => {
    const notes = start({ clock: 'real' });
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const id of ids) await spell(notes, 'endless', id);
    for (const id of ids.slice(0, 3)) await notes.send(`POST /_sim/jobs/${id}/complete`);
    for (const id of ids.slice(3)) await notes.send(`POST /_sim/jobs/${id}/fail`);
    expect((await stateOf(notes, 'f')).status).toBe('failed');
    await spell(notes, 'endless');
    await until(notes, 'running');
    expect((await notes.send('POST /_sim/reset')).status).toBe(200);
    await spell(notes, 'hey');
    expect(await until(notes, 'done')).toEqual({ status: 'done', outcome: { shouted: 'hey' } });
  });

  it('resumes with its earlier output when a snapshot is restored', async () => {
    const notes = start({ progression: 'manual' });
    await spell(notes, 'hey');
    await notes.send('PUT /_sim/snapshots/s');
    await notes.send('POST /_sim/jobs/j/complete');
    await notes.send('POST /_sim/snapshots/s/restore');
    expect(await stateOf(notes)).toEqual({ status: 'running', outcome: { shouted: 'hey' } });
    await notes.send('POST /_sim/jobs/j/complete');
    expect((await stateOf(notes)).status).toBe('done');
  });

  it('keeps its earlier output when it is completed right after a snapshot is restored', async () => {
    const notes = start({ clock: 'real' });
    await spell(notes, 'endless');
    await until(notes, 'running');
    for (const call of ['PUT /_sim/snapshots/s', 'POST /_sim/jobs/j/complete', 'POST /_sim/snapshots/s/restore'])
      await notes.send(call);
    await notes.send('POST /_sim/jobs/j/complete');
    expect(await stateOf(notes)).toEqual({ status: 'done', outcome: { shouted: expect.any(String) } });
  });

  it('does not delay other jobs', async () => {
    const notes = start({ clock: 'real' });
    for (const id of ['a', 'b', 'c']) await spell(notes, 'endless', id);
    await notes.send('POST /notes/j/shout', { text: 'hey' });
    expect(await until(notes, 'done')).toEqual({ status: 'done', outcome: { shouted: 'HEY' } });
  });
});
