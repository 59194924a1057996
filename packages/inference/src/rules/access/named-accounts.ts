import type { OpenApiDocument } from '@understudy/contract';
import { normalizeName } from '@understudy/model';
import { readTables } from '../../prose/tables.js';
import { passwordNames, userNames } from '../../words/access-words.js';
import type { FoundSignIn } from './find-sign-in.js';

/** A user that a description names: with which name and password to sign in, and with which role. */
export interface Account {
  readonly user: string;
  readonly password?: string | undefined;
  readonly role?: string | undefined;
  /** The cells of a table by their heads. */
  readonly cells: Readonly<Record<string, string>>;
}

/** The users that the texts about an API or about its sign-in name, in tables, lists and sentences. */
export function namedAccounts(
  { info }: OpenApiDocument,
  { plan: { node }, sent }: Pick<FoundSignIn, 'plan' | 'sent'>,
  roles: readonly string[] = [],
): readonly Account[] {
  const texts = [info['description'], node['description']].flatMap((each) =>
    typeof each === 'string' ? [each.slice(0, 50_000)] : [],
  );
  const found = texts.flatMap((text) => {
    const shared = passwordIn(text);
    const pairs = [...accountsInTables(text, sent), ...pairsIn(readTables(text).rest, roles)];
    const all = pairs.length > 1 ? pairs : [...namesWithRoles(text, roles), ...pairs];
    return all.map((each) => ({ ...each, password: each.password ?? shared }));
  });
  return found.filter(({ user }, index) => found.findIndex((each) => each.user === user) === index);
}

/** The password that a text names for all: "all with the password `demo-1`". */
export function passwordIn(text: unknown): string | undefined {
  const [, named] =
    /\bpasswords?\b(?: (?:of|for) [a-z ]{1,30})?(?: is| are|:)? `([^`\s]+)`/i.exec(
      typeof text === 'string' ? text : '',
    ) ?? [];
  return named;
}

/** True if a text starts with a name, however it is written: "Front desk" for `frontDesk`. */
export function startsWithName(text: string, name: string): boolean {
  const words = text.replace(/[`"“”]/g, '').split(/[^\p{L}\p{N}]+/u);
  return words.some((_word, index) => isSpelt(words.slice(0, index + 1).join(''), name));
}

function isSpelt(text: string, name: string): boolean {
  const plain = normalizeName(name);
  return plain !== '' && [plain, `${plain}s`].includes(normalizeName(text));
}

/** The rows of the tables with a column of names to sign in, and another of passwords or roles. */
function accountsInTables(text: string, sent: string): Account[] {
  return readTables(text).tables.flatMap((table) => {
    const heads = table.heads.map((head) => normalizeName(head.replace(/\W/g, '')));
    const user =
      heads.find((head) => head === normalizeName(sent)) ??
      heads.find(
        (head) => userNames.includes(head) || /^(?:account|sign(?:in|on)|log(?:in|on)name|useraccount)$/.test(head),
      );
    const password = heads.find((head) => passwordNames.includes(head) || head === 'secret');
    const role = heads.find((head) => /role|^(?:rights|may|who|group)$/.test(head));
    if (user === undefined || (password === undefined && user !== normalizeName(sent))) return [];
    const rows = table.rows.map((row): Account => {
      const cells = Object.fromEntries(row.map((cell, column) => [heads[column] ?? '', plainCell(cell)]));
      const of = (head: string | undefined) => (head === undefined ? undefined : cells[head]);
      return { user: cells[user] ?? '', password: of(password), role: of(role), cells };
    });
    return rows.every((row) => /^\S+$/.test(row.user)) ? rows : [];
  });
}

function plainCell(cell: string): string {
  return /^`([^`]+)`$/.exec(cell)?.[1] ?? cell.replace(/[`*]/g, '').trim();
}

/** Words of texts that are about signing in. */
const saysSignIn =
  /\b(?:passwords?|sign(?:s|ed|ing)?[ -]?in|log(?:s|ged|ging)?[ -]?[io]n|logins?|credentials|accounts|users)\b/i;
const saysPassword = /\b(?:password|passphrase|pin)\b/i;

/** "`kim` / `quiet-please` (librarian)", "`kim` signs in with the password `quiet-please`". */
function pairsIn(text: string, roles: readonly string[]): Account[] {
  return text.split(/\n(?=#)/).flatMap((section) => {
    // A list of users: "You can sign in as:".
    const isIntroduced = section.split('\n').some((line) => saysSignIn.test(line) && /:\s*$/.test(line));
    return section
      .replace(/["“”]/g, '`')
      .split(/\n\s*[*+-] |\n\s*\d+\. |\n\s*\n|[.;]\s+(?=[A-Z`])/)
      .flatMap((part) => pairsOf(part, roles, isIntroduced || saysSignIn.test(part)));
  });
}

function pairsOf(part: string, roles: readonly string[], isOfUsers: boolean): Account[] {
  const pieces = part.split('`');
  const found: Account[] = [];
  let before = pieces[0] ?? '';
  for (let at = 1; at + 2 < pieces.length; at += 2) {
    const [user = '', between = '', password = ''] = pieces.slice(at, at + 3);
    const isNamed =
      saysPassword.test(between) && between.length < 60 && !/\b(?:both|all|each|every|same|shared)\b/i.test(between);
    const isOfName =
      /\b(?:password|passphrase|pin) (?:of|for) (?:user )?$/i.test(before) && /(?:\bis|:)\s*$/.test(between);
    const isPair = isNamed || isOfName || (isOfUsers && /^\s*(?:[/:]|with|[–—-])\s*$/.test(between));
    if (!isPair || !/^[^\s/]+$/.test(user) || !/^\S+$/.test(password)) {
      before = between;
      continue;
    }
    // A role in code style follows, unless it starts the next pair.
    const [after = '', third = ''] = pieces.slice(at + 3, at + 5);
    const role =
      roleAtEnd(before, roles) ??
      roleIn(between, roles) ??
      roleIn(after, roles) ??
      roles.find((each) => each === third) ??
      roleIn(user, roles);
    found.push({ user, password, role, cells: {} });
    before = after;
    at += 2;
  }
  return found;
}

function roleIn(text: string, roles: readonly string[]): string | undefined {
  const [head = ''] = text.split(/\b(?:or|and)\b(?! (?:is|has|works|can|may)\b)/);
  const words = head.split(/[^\p{L}\p{N}_-]+/u);
  const found = roles.filter((role) =>
    words.some(
      (_word, index) => isSpelt(words[index] ?? '', role) || isSpelt(words.slice(index, index + 2).join(''), role),
    ),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** "The librarian `kim`", "Librarian: `kim`". */
function roleAtEnd(text: string, roles: readonly string[]): string | undefined {
  return roleIn(
    text
      .replace(/(?<![\s:–—-])[\s:–—-]+$/, '')
      .split(/[\s(]+/)
      .slice(-2)
      .join(' ')
      .replace(/^.*\b(?:and|or|as) /, ''),
    roles,
  );
}

/** "`hr@shop.example` has the role hr, `ann@shop.example` is a clerk". */
function namesWithRoles(text: string, roles: readonly string[]): Account[] {
  return [...text.matchAll(/`([^`\s]+)`([^`]{0,120})/g)].flatMap(([, user = '', rest = '']): Account[] => {
    const [, role] =
      /^\s(?:has the role|is (?:an?|the)|as (?:an?|the)|with the role|\()(?: of)? ?(.+)/s.exec(rest) ?? [];
    if (role === undefined || !(user.includes('@') || roles.some((each) => startsWithName(role, each)))) return [];
    return [{ user, role, cells: {} }];
  });
}
