import { join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import { expect, it } from 'vitest';
import { call } from './testing/call.js';
import { harEntry, harOf } from './testing/har.js';
import { runCli } from './testing/run-cli.js';
import { useResources } from './testing/use-resources.js';

const { start, folderWith } = useResources();

/** Records notes and the comments below them, as JSON that is sent with another type. */
function record(type: string): string {
  const entries: object[] = [];
  const notes: { id: string; text: string; kind: string }[] = [];
  const send = (line: string, status: number, body: unknown, sent?: object) => {
    const startedDateTime = new Date(Date.UTC(2026, 0, 1) + entries.length * 1000).toISOString();
    const more = { startedDateTime, status, sent, headers: { 'content-type': type } };
    entries.push(harEntry(line.replace(' ', ' https://notes.test'), body, more));
  };
  for (const index of Array(6).keys()) {
    const note = { id: `note-${1000 + index * 37}`, text: `Note ${index}`, kind: index % 3 === 0 ? 'todo' : 'memo' };
    notes.push(note);
    send('POST /notes', 201, note, { text: note.text, kind: note.kind });
    send(`GET /notes/${note.id}`, 200, note);
    const comment = { id: `com-${2000 + index * 51}`, noteId: note.id, said: `Comment ${index}` };
    send(`POST /notes/${note.id}/comments`, 201, comment, { said: comment.said });
    send(`GET /notes/${note.id}/comments`, 200, [comment]);
    send('GET /notes', 200, notes);
    send(
      'GET /notes?kind=memo',
      200,
      notes.filter(({ kind }) => kind === 'memo'),
    );
  }
  return harOf(...entries);
}

const text = { type: 'string' };
const objectOf = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
});

/** Describes the service, with the given responses of notes and comments. */
function describe(note: object, comment: object) {
  const operation = (operationId: string, status: string, response = {}, body?: object) => ({
    operationId,
    ...(body === undefined ? {} : { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: { [status]: { description: 'OK', ...response } },
  });
  const parameters = [{ name: 'noteId', in: 'path', required: true, schema: text }];
  const paths = {
    '/notes': { post: operation('createNote', '201', note, objectOf('text')), get: operation('listNotes', '200') },
    '/notes/{noteId}': { parameters, get: operation('getNote', '200', note) },
    '/notes/{noteId}/comments': {
      parameters,
      post: operation('createComment', '2XX', comment, objectOf('said')),
      get: operation('listComments', '200'),
    },
  };
  return { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths };
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

it.each([
  { what: 'no response', type: 'text/plain', note: {}, comment: {} },
  {
    what: 'a text/plain response',
    type: 'text/plain',
    note: { content: { 'text/plain': { schema: text } } },
    comment: {},
  },
  { what: 'no id', type: 'application/json', note: json(objectOf('text')), comment: json(objectOf('said')) },
])(
  'learns records for which the description has $what',
  async ({ type, note: shown, comment }) => {
    const folder = await folderWith({ 'notes.har': record(type), 'notes.json': describe(shown, comment) });
    const [har, api, learned] = ['notes.har', 'notes.json', 'learned'].map((name) => join(folder, name));
    const { err } = await runCli('learn', String(har), '--api', String(api), '--folder', String(learned));
    expect(err).toBe('');
    const overlay = Object(await loadYaml(join(String(learned), 'overlay.yaml')));
    const given = await start({ apis: [String(api)], overlays: { notes: overlay } }, 'any');
    const send = async (line: string, sent?: object) => JSON.parse((await call(given, line, sent)).text);
    const note = await send('POST /notes', { text: 'Mine', kind: 'memo' });
    expect(note).toMatchObject({ id: expect.stringMatching(/^note-/), text: 'Mine' });
    expect(await send(`GET /notes/${note.id}`)).toEqual(note);
  },
  120_000,
);
