import { useNotesApi } from '@understudy/server/testing';
import { describe, expect, it } from 'vitest';
import { readPreference } from './preference.js';

const start = useNotesApi();
const get = async (prefer: string) => {
  const notes = start();
  await notes.send('PUT /notes/a', { text: 'x' });
  return await notes.send('GET /notes/a', undefined, { prefer });
};

describe('Prefer', () => {
  it.each([
    ['code=503', { code: '503' }],
    ['wait=0.5', { wait: 0.5 }],
    ['respond-async, wait=10; code="404"', { wait: 10, code: '404' }],
    ['return=minimal', {}],
    ['handling=lenient, count=exact', {}],
    ['', {}],
  ])('reads %s', (header, wish) => expect(readPreference(header)).toEqual(wish));

  it.each([
    ['wait=abc', 'Prefer: wait must be seconds such as wait=2 or wait=0.5, but is "abc"'],
    ['wait', 'Prefer: wait must be seconds such as wait=2 or wait=0.5, but is ""'],
    ['wait=-1', 'Prefer: wait must be seconds'],
    ['code=abc', 'Prefer: code must be a status such as code=503, but is "abc"'],
    ['wiat=3', 'Did you mean "wait"?'],
    ['codes=404', 'Did you mean "code"?'],
  ])('refuses %s by name', async (header, message) => {
    expect(readPreference(header)).toContain(message);
    expect(await get(header)).toMatchObject({ status: 400, body: { fault: '/headers/Prefer' } });
  });
});
