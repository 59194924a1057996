import { expect, it } from 'vitest';
import { learnAgreement, type RecordedRow } from './testing/learn-agreement.js';
import { useResources } from './testing/use-resources.js';

const { folderWith } = useResources();

interface Member {
  readonly id: number;
  readonly handle: string;
  readonly kind: string;
  readonly password: string;
}

/** Records members who write notes. Guests can only read. Sessions use cookies. */
function recordSessions(handles: readonly string[], from: number): RecordedRow[] {
  const rows: RecordedRow[] = [];
  const cookieOf = (index: number) => `board_sid=${`${from}f${index}e8d7c6b5a4`.repeat(3)}`;
  const members = ['writer', 'editor', 'guest'].map(
    (kind, index): Member => ({
      ...{ id: from + index, handle: handles[index] ?? '', kind },
      password: `long-${from}-${index}`,
    }),
  );
  const shown = ({ id, handle, kind }: Member) => ({ id, handle, kind });
  const as = ({ id }: Member) => ({ cookie: cookieOf(id - from) });
  for (const member of members) {
    const { handle, kind, password } = member;
    rows.push(['POST /members', { handle, kind, password }, 201, shown(member)]);
  }
  const [writer, editor, guest] = members as [Member, Member, Member];
  const refuse = (handle: string, password: string) =>
    rows.push(['POST /session', { handle, password }, 401, { error: 'wrong handle or password' }]);
  const signOut = (by: Member) => rows.push(['DELETE /session', undefined, 204, undefined, as(by)]);
  rows.push(['GET /notes/1', undefined, 401, { error: 'sign in' }]);
  refuse(writer.handle, 'no idea');
  refuse(`nobody${from}`, writer.password);
  if (from > 1000) refuse(editor.handle, writer.password);
  for (const [index, member] of members.entries())
    rows.push([
      ...(['POST /session', { handle: member.handle, password: member.password }, 201, shown(member), {}] as const),
      { 'set-cookie': `${cookieOf(index)}; Path=/; HttpOnly` },
    ]);
  for (let index = 0; index < 5; index += 1) {
    const author = index % 2 === 0 ? writer : editor;
    const note = { id: from * 2 + index, text: `Note ${index}`, authorId: author.id, number: null, state: 'draft' };
    const published = { ...note, number: `N-${String(index + 1).padStart(4, '0')}`, state: 'public' };
    const path = `/notes/${note.id}`;
    rows.push(
      ['POST /notes', { text: note.text }, 201, note, as(author)],
      ['GET /session', undefined, 200, shown(author), as(author)],
      ['POST /notes', { text: 'Mine' }, 403, { error: 'guests cannot write' }, as(guest)],
      [`POST ${path}/publish`, undefined, 403, { error: 'guests cannot write' }, as(guest)],
      [`POST ${path}/publish`, undefined, 200, published, as(author)],
      [`POST ${path}/publish`, undefined, 409, { error: 'already public' }, as(author)],
      [`GET ${path}`, undefined, 200, published, as(guest)],
    );
  }
  signOut(writer);
  rows.push(
    [`GET /notes/${from * 2}`, undefined, 401, { error: 'sign in' }, as(writer)],
    ['POST /notes', { text: 'Late' }, 401, { error: 'sign in' }, as(writer)],
  );
  return rows;
}

it('learns sessions in cookies, wrong passwords, sign-outs and roles', async () => {
  const [first, second] = [recordSessions(['ruth', 'sami', 'tess'], 500), recordSessions(['otto', 'pia', 'kim'], 7100)];
  const { causes, relations } = await learnAgreement(await folderWith(), first, second);
  expect(causes).toEqual([]);
  expect(relations.held).toBe(relations.all);
}, 120_000);
