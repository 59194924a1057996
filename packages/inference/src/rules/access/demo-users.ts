import { isObject, joinPointer } from '@understudy/contract';
import { normalizeName } from '@understudy/model';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { type FoundSignIn, findSignIn } from './find-sign-in.js';
import { rolesOf, supervisorOf } from './permissions.js';

export const demoUsers: InferenceRule = {
  id: 'demo-users',
  says: 'The users that a table of the description or the example of a sign-in names are the first of the demo data.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const found = findSignIn(known);
    if (found === undefined) return;
    const { description } = known.document.info;
    const tables = [...tablesIn(description), accountsIn(description, found.member)];
    const rows = tables.flatMap((table) => usersIn(known, found, table));
    const shown = rows.length > 0 ? rows : shownUsers(found);
    if (shown.length === 0) return;
    const at = joinPointer('/seeds', found.users.name);
    yield {
      at,
      value: { first: shown },
      reason: {
        from: rows.length > 0 ? '/info/description' : joinPointer('/operations', found.plan.operation.operationId),
      },
    };
  },
};

type Row = Readonly<Record<string, string>>;

/** The rows of the tables in a text, by their heads. */
function tablesIn(text: unknown): Row[][] {
  const lines = (typeof text === 'string' ? text.slice(0, 50_000) : '').split('\n').map((line) => line.trim());
  const tables: Row[][] = [];
  for (const [index, line] of lines.entries()) {
    if (!/^\|?\s*:?-{2,}/.test(line) || !line.includes('|')) continue;
    const heads = cellsOf(lines[index - 1] ?? '');
    const rows: Row[] = [];
    for (let at = index + 1; lines[at]?.includes('|') === true && rows.length < 50; at += 1)
      rows.push(
        Object.fromEntries(
          cellsOf(lines[at] ?? '').map((cell, column) => [
            normalizeName((heads[column] ?? '').replace(/\W/g, '')),
            cell,
          ]),
        ),
      );
    tables.push(rows);
  }
  return tables;
}

/** "`hr@shop.example` has the role hr, `ann@shop.example` is a clerk": a row for each address. */
function accountsIn(text: unknown, member: string): Row[] {
  const found = (typeof text === 'string' ? text.slice(0, 50_000) : '').matchAll(/`([^`\s]+@[^`\s]+)`([^`]{0,120})/g);
  return [...found].flatMap(([, name = '', rest = '']): Row[] => {
    const [, role] =
      /^\s(?:has the role|is (?:an?|the)|as (?:an?|the)|with the role|\()(?: of)? ?(.+)/s.exec(rest) ?? [];
    return role === undefined ? [] : [{ [normalizeName(member)]: name, role }];
  });
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.replace(/[`*_]/g, (mark) => (mark === '_' ? '_' : '')).trim());
}

/** The users in the rows of a table that has a column with their names to sign in. */
function usersIn(known: Knowledge, { users, member }: FoundSignIn, rows: readonly Row[]): Record<string, unknown>[] {
  const { schemas } = known.plan;
  const { properties } = schemas.chosen(users.schema);
  const column = normalizeName(member);
  if (!rows.every((row) => /^\S+$/.test(row[column] ?? '')) || rows.length === 0) return [];
  const above = supervisorOf(known, users);
  const role = rolesOf(known, users);
  const made = rows.map((row) => {
    const user: Record<string, unknown> = {};
    for (const [name, property] of properties) {
      const cell = row[normalizeName(name)];
      if (cell === undefined || cell === '') continue;
      const { keywords, types } = schemas.chosen(property);
      const listed: unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
      const value =
        listed.length === 0
          ? cell
          : listed.find((each) => new RegExp(`^${String(each).replace(/\W/g, '.')}\\b`, 'i').test(cell));
      if (value !== undefined && (types.length === 0 || types.includes('string'))) user[name] = value;
    }
    return user;
  });
  if (above !== undefined && role !== undefined)
    for (const [index, row] of rows.entries()) {
      const [, superior] = /\breports? to (?:the |that |an? )?(\w+)/i.exec(Object.values(row).join(' ')) ?? [];
      const at = made.findIndex(
        (each, other) => other !== index && normalizeName(String(each[role.member])) === normalizeName(superior ?? ''),
      );
      if (at >= 0 && made[index] !== undefined) made[index][above.member] = `=keys[${at}]`;
    }
  return made;
}

/** The user of an example of the request. */
function shownUsers({ plan, member, sent }: FoundSignIn): Record<string, unknown>[] {
  const contents: readonly object[] = Object.values(plan.operation.requestBody?.content ?? {});
  const names = contents.flatMap(({ example }: { example?: unknown }) =>
    isObject(example) && typeof example[sent] === 'string' ? [example[sent]] : [],
  );
  return names.slice(0, 1).map((name) => ({ [member]: name }));
}
