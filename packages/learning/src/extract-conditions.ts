import { type Finding, isJsonNumber, isObject } from '@understudy/contract';
import {
  isScope,
  isSecretPosition,
  type KnownValue,
  toKeyText,
  type ValuesByPosition,
  valuesByPosition,
} from '@understudy/described';
import { readClaims, textForms, typeOfValue } from '@understudy/model';
import { secretsOf } from './accounts.js';
import { existsAt, isScalar, toAccess, toLiteral } from './to-cel.js';

/** The kinds of conditions, by preference: if several conditions separate equally well, the first kind wins. */
const kinds = [
  'breaks',
  'missing',
  'record',
  'exists',
  'known',
  'state',
  'compares',
  'present',
  'type',
  'form',
  'claims',
  'after',
  'from',
  'older',
  'reads',
  'equals',
  'has',
  'ended',
] as const;

export type ConditionKind = (typeof kinds)[number];

/** CEL conditions that hold for a request, with their kinds. */
export type Conditions = ReadonlyMap<string, ConditionKind>;

export function rankOf(kind: ConditionKind): number {
  return kinds.indexOf(kind);
}

interface Circumstances {
  /** Positions of values that can have appeared in earlier exchanges. */
  readonly remembers: readonly string[];
  readonly recall: (value: string) => KnownValue | undefined;
  /** Time of the clock in milliseconds. */
  readonly now: number;
  readonly findings: readonly Finding[];
  /** Positions in the body, each with the other remembered positions where the same value appears. */
  readonly links: ReadonlyMap<string, readonly string[]>;
}

/** Ages in seconds, and numbers of reads, that conditions can use. */
const seconds = [1, 2, 5, 10, 30, 60, 300, 900, 3600, 86_400];
const reads = [1, 2, 3, 5, 10];

/** Matches the names of positions whose values are keys. */
export const keyNamePattern =
  /(?:^|[_.-])(?:id|key|ref|reference|code|token|slug|uuid|guid|sid|number)s?$|(?:Id|ID|Ids|Key|Ref|Code|Token|Uuid|Number|No|bid)$/;

export function isMissing(position: string): string {
  if (!position.includes('*')) return `${toAccess(position)} == null`;
  return `!${existsAt(position, (value) => `${value} != null`)}`;
}

export const isInvalid = 'problems.size() > 0';

/** Extracts the conditions that hold for a request, such as `body.name != null` or `meta(path.id).after == "cancel"`. */
export function extractConditions(request: ValuesByPosition, given: Circumstances): Map<string, ConditionKind> {
  const { remembers, findings, now } = given;
  const found = new Map<string, ConditionKind>();
  const add = (kind: ConditionKind, position: string, condition: (value: string) => string) =>
    found.set(existsAt(position, condition), kind);
  if (findings.length > 0) found.set(isInvalid, 'form');
  for (const { pointer, ruleId } of findings) {
    const position = pointer
      .slice(1)
      .replace(/\/\d+(?=\/|$)/g, '/*')
      .replaceAll('/', '.');
    found.set(`problems.exists(p, p.at == ${toLiteral(position)} && p.rule == ${toLiteral(ruleId)})`, 'breaks');
  }
  for (const [position, values] of request)
    for (const value of values) {
      if (value === null || value === undefined) continue;
      const is = (kind: ConditionKind, condition: (value: string) => string) => add(kind, position, condition);
      is('present', (at) => `${at} != null`);
      // Integers and decimals have the same type.
      if (!isJsonNumber(value)) is('type', (at) => `type(${at}) == "${typeOfValue(value)}"`);
      if (isObject(value) && !(value instanceof Uint8Array) && Object.keys(value).length === 0)
        is('form', (at) => `${at} != null && ${at}.size() == 0`);
      if (isJsonNumber(value))
        is('form', (at) => `${at} ${Number(value) < 0 ? '<' : Number(value) > 0 ? '>' : '=='} 0`);
      if (!isScalar(value)) continue;
      for (const [form, pattern] of typeof value === 'string' ? Object.entries(textForms) : [])
        if (pattern.test(String(value))) is('form', (at) => `looksLike(${at}, "${form}")`);
      if (isSecretPosition(position)) for (const condition of claimsOf(value, now)) is('claims', condition);
      else if (String(value).length <= 60 && !keyNamePattern.test(position) && !/^(?:path\.|target$)/.test(position))
        is('equals', (at) => `${at} == ${toLiteral(value)}`);
    }
  for (const position of remembers)
    if (!position.startsWith('answer'))
      for (const value of request.get(position) ?? []) addKnown(found, { position, value, request, given });
  return found;
}

/** Lists the conditions on claims of a token that affect access. */
function claimsOf(token: unknown, now: number): ((at: string) => string)[] {
  const claims = readClaims(token);
  if (!isObject(claims)) return [];
  const named = ['iss', 'aud', 'scope'].flatMap((name) => {
    const claim = claims[name];
    return typeof claim === 'string' && claim.length <= 100
      ? [(at: string) => `claims(${at}).${name} == ${toLiteral(claim)}`]
      : [];
  });
  return Number(claims['exp']) * 1000 < now ? [...named, (at) => `claims(${at}).exp < now`] : named;
}

interface Mention {
  readonly position: string;
  readonly value: unknown;
  readonly request: ValuesByPosition;
  readonly given: Circumstances;
}

/** Returns whether a value is the key or a timestamp of one record, which other recordings do not contain. */
function isOfOneRecord(name: string, value: string | number | boolean): boolean {
  return keyNamePattern.test(name) || (/\d{4}/.test(String(value)) && !Number.isNaN(Date.parse(String(value))));
}

/** Adds the conditions on the known facts about one value of the request. */
function addKnown(found: Map<string, ConditionKind>, { position, value, request, given }: Mention): void {
  const { recall, now, links } = given;
  const key = toKeyText(value);
  const known = key === undefined ? undefined : recall(key);
  // A body can contain references between its members.
  const others = links.get(position) ?? [];
  const elsewhere = (at: string) =>
    others.map((other) => existsAt(other, (each) => `${each} == ${at}`, { item: 'other' }));
  if (known === undefined && !others.some((other) => request.get(other)?.includes(value))) {
    found.set(
      existsAt(position, (at) => allUnknown(at, elsewhere(at))),
      'known',
    );
    return;
  }
  found.set(
    existsAt(position, (at) => [`meta(${at}) != null`, ...elsewhere(at)].join(' || ')),
    'known',
  );
  if (known === undefined) return;
  if (position.startsWith('body'))
    found.set(
      existsAt(position, (at) => `meta(${at}).from == ${toLiteral(known.from)}`),
      'equals',
    );
  if (position.startsWith('body') && !position.includes('*'))
    for (const [own, secret] of secretsOf(known.sent))
      for (const [other, sent] of secretsOf(request.get('body')?.[0]))
        if (sent === secret)
          found.set(
            `meta(${toAccess(position)}).${toAccess(`sent.${own}`)} == ${toAccess(`body.${other}`)}`,
            'compares',
          );
  if (position.startsWith('headers.') && isSecretPosition(position))
    found.set(`meta(${toAccess(position)}).after == ${toLiteral(known.after)}`, 'ended');
  // Lists contain many keys, and credentials do not belong to an entity.
  if (position.startsWith('body') || isSecretPosition(position) || (isScope(position) && !known.made)) return;
  addHistory(found, { known, at: position === 'item' ? 'item' : `meta(${toAccess(position)})`, now });
}

function allUnknown(at: string, elsewhere: readonly string[]): string {
  return [`meta(${at}) == null`, `${at} != null`, ...elsewhere.map((each) => `!(${each})`)].join(' && ');
}

function addHistory(
  found: Map<string, ConditionKind>,
  { known, at, now }: { readonly known: KnownValue; readonly at: string; readonly now: number },
): void {
  found.set(`${at}.from == ${toLiteral(known.from)}`, 'from');
  found.set(`${at}.after == ${toLiteral(known.after)}`, 'after');
  for (const age of seconds) if (now - known.at >= age * 1000) found.set(`now - ${at}.at >= seconds(${age})`, 'older');
  for (const count of reads) if (known.reads >= count) found.set(`${at}.reads >= ${count}`, 'reads');
  for (const [name, [field]] of [
    ...valuesByPosition({ body: known.sent }, 'sent'),
    ...valuesByPosition({ body: known.answered }, 'answered'),
  ]) {
    if (isSecretPosition(name) || field === null || field === undefined) continue;
    const isValue = isScalar(field) && String(field).length <= 40 && !isOfOneRecord(name, field);
    const [root = ''] = name.split('.');
    const test = (each: string) => (isValue ? `${each} == ${toLiteral(field)}` : `${each} != null`);
    found.set(existsAt(name, test, { root: `${at}.${root}` }), isValue ? 'equals' : 'has');
  }
}
