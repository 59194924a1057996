import {
  isExactNumber,
  isObject,
  isSecretHeader,
  isSecretMember,
  isSecretName,
  isSecretParameter,
  KnownSecrets,
  parseJsonOr,
  redactedText,
  replaceSecrets,
  secretHolder,
  stringifyJson,
} from '@understudy/contract';
import type { JournalEntry, JournalError, JournalExchange, RecordedEntry } from './journal-entry.js';
import { RecordedBody } from './recorded-body.js';

const longestText = 16_384;
/** Number of characters at the end of a truncated string that can be part of a secret. */
const unsureEnd = 1024;
const none = new KnownSecrets();

interface Search {
  readonly known?: KnownSecrets | undefined;
  readonly isCut?: boolean;
}

/**
 * Returns a copy of an entry without secrets and with long strings truncated. @param known secrets, redacted everywhere
 */
export function redactEntry(entry: RecordedEntry, known = none): JournalEntry {
  const copy = withoutGaps(entry);
  for (const field of ['tenantId', 'jobId', 'url', 'error', 'note'] as const) {
    const text = entry[field];
    if (text !== undefined) copy[field] = redactText(text, known);
  }
  if (entry.refusal !== undefined) copy.refusal = redactRefusal(entry.refusal, known);
  if (entry.request !== undefined) copy.request = redactExchange(entry.request, known);
  if (entry.response !== undefined) copy.response = redactExchange(entry.response, known);
  return copy;
}

/** Returns a copy without undefined members. */
function withoutGaps(entry: RecordedEntry): JournalEntry {
  const { seq, at, type, cause, ...more } = entry;
  const known = Object.entries(more).filter(([, value]) => value !== undefined);
  return Object.assign({ seq, at, type, cause }, Object.fromEntries(known));
}

/** Redacts an error. A message about a secret member can contain its value. */
function redactRefusal({ code, message, findings }: JournalError, known: KnownSecrets): JournalError {
  const secret = findings.some(({ pointer }) => isSecretPlace(pointer));
  return {
    code,
    message: secret ? redactedText : redactText(message, known),
    findings: findings.map(({ ruleId, message, pointer }) => ({
      ruleId,
      message: isSecretPlace(pointer) ? redactedText : redactText(message, known),
      pointer: redactText(pointer, known),
    })),
  };
}

function isSecretPlace(pointer: string): boolean {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  return isSecretHeader(name) || isSecretParameter(name);
}

function redactExchange({ headers, body }: JournalExchange, known: KnownSecrets): JournalExchange {
  const shown = Object.entries(headers).map(([name, value]) => [
    known.size === 0 ? name : redactText(name, known),
    isSecretHeader(name) || known.isNamed?.(name) === true || isSecretMember(name, value)
      ? redactedText
      : redactText(value, known),
  ]);
  return { headers: Object.fromEntries(shown), body: redactBody(body, known) };
}

/** Marks the end of a truncated string. */
export const cutMark = '… [the beginning]';

/**
 * Returns a value without secrets. In a long object, each long member is truncated; any other long value becomes a
 * truncated string.
 *
 * @param longest maximum length as JSON
 */
export function redactValue(value: unknown, known = none, longest = longestText): unknown {
  const { beginning, isWhole } = truncateJson(value, longest + unsureEnd);
  if (!isWhole && isObject(value)) return redactMembers(value, known, longest);
  const shown = redactBody(beginning, known, Number.POSITIVE_INFINITY);
  if (isWhole) return shown;
  return begin(shown, longest);
}

function redactMembers(value: Readonly<Record<string, unknown>>, known: KnownSecrets, longest: number): unknown {
  const longestMember = longest / 16;
  let room = longest;
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (room <= 0) break;
    const { beginning, isWhole } = truncateJson({ [name]: member }, longestMember + unsureEnd);
    const redacted = redactBody(beginning, known, Number.POSITIVE_INFINITY);
    const shown = isObject(redacted) ? redacted[name] : redactedText;
    members.push([name, isWhole ? shown : begin(shown, longestMember)]);
    room -= name.length + stringifyJson(members.at(-1)?.[1]).length;
  }
  return Object.fromEntries(members);
}

function begin(shown: unknown, longest: number): string {
  return (typeof shown === 'string' ? shown : stringifyJson(shown)).slice(0, longest) + cutMark;
}

function redactBody(recorded: unknown, known: KnownSecrets, longest = longestText): unknown {
  if (recorded instanceof RecordedBody && recorded.beginning !== undefined)
    return `${redactPrefix(recorded.beginning, longestText, { known, isCut: true })}… [${recorded.length} in all]`;
  const body = recorded instanceof RecordedBody ? recorded.read() : recorded;
  if (typeof body === 'string') return redactPrefix(body, longestText, { known }) + remark(body);
  if (typeof body !== 'object' || body === null) return body;
  const masked = stringifyJson(body, (key, value) => maskMember(key, value, known));
  const text = replaceSecrets(masked, known);
  // The JSON is invalid if a secret was a list of numbers.
  return text.length > longest ? cut(text) : parseJsonOr(text, text);
}

/**
 * Returns the start of a string without secrets. Drops the end of a truncated string, which could be part of a secret.
 */
export function redactPrefix(text: string, most: number, { known = none, isCut = false }: Search = {}): string {
  const read = text.slice(0, most + unsureEnd);
  const shown = redactText(read, known);
  const sure = isCut || read.length < text.length ? shown.length - unsureEnd : shown.length;
  return shown.slice(0, Math.max(0, Math.min(most, sure)));
}

/** Redacts secrets identified by their context, and known secrets everywhere. */
export function redactText(text: string, known = none): string {
  return replaceSecrets(text, known, () => redactedText);
}

/** Masks the secret in a member: a string, an object such as `token: {value}`, or a name-value pair. */
function maskMember(name: string, member: unknown, known: KnownSecrets): unknown {
  const isSecret = known.isNamed?.(name) === true || isSecretName(name);
  if (typeof member === 'string')
    return isSecret || isSecretMember(name, member) ? redactedText : redactText(member, known);
  if (isFormPair(member)) return [member[0], redactedText];
  if (!isObject(member)) return isSecret && Array.isArray(member) ? member.map(maskText) : member;
  if (isSecret)
    return Object.fromEntries(
      Object.entries(member).map(([key, value]) => [key, secretHolder.test(key) ? maskText(value) : value]),
    );
  const { name: label, key = label, value } = member;
  return typeof key === 'string' && typeof value === 'string' && isSecretMember(key, value)
    ? { ...member, value: redactedText }
    : member;
}

const maskText = (value: unknown): unknown => (typeof value === 'string' && value.length >= 6 ? redactedText : value);

/** Returns whether a value is a form pair with a secret. */
function isFormPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && isSecretParameter(String(value[0]));
}

function cut(text: string): string {
  return text.slice(0, longestText) + remark(text);
}

/** Returns a remark with the full length of a truncated string. */
function remark({ length }: string): string {
  return length > longestText ? `… [${length} characters]` : '';
}

interface Beginning {
  readonly beginning: unknown;
  /** True if nothing was omitted. */
  readonly isWhole: boolean;
}

/** Returns the start of a JSON value, with roughly the given number of characters. */
export function truncateJson(value: unknown, characters: number): Beginning {
  let room = characters;
  let isWhole = true;
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const begun = part.slice(0, Math.max(0, room));
      if (begun.length < part.length) isWhole = false;
      room -= part.length;
      return begun;
    }
    room -= 1;
    if (typeof part !== 'object' || part === null || isExactNumber(part)) return part;
    return Array.isArray(part) ? copyList(part) : copyObject(part);
  };
  const hasRoom = () => {
    if (room <= 0) isWhole = false;
    return room > 0;
  };
  const copyList = (items: readonly unknown[]): unknown[] => {
    const begun: unknown[] = [];
    for (const item of items) {
      if (!hasRoom()) break;
      begun.push(copy(item));
    }
    return begun;
  };
  const copyObject = (members: object): object => {
    const begun: [string, unknown][] = [];
    for (const name in members) {
      if (!hasRoom()) break;
      room -= name.length;
      begun.push([name, copy(members[name as keyof typeof members])]);
    }
    return Object.fromEntries(begun);
  };
  return { beginning: copy(value), isWhole };
}
