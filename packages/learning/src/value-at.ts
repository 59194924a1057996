import { isObject, parseJson } from '@understudy/contract';
import { type KnownValue, type MessageParts, toKeyText, valuesByPosition } from '@understudy/described';
import { withoutScheme } from '@understudy/model';
import { firstItem, readMember, toAccess } from './to-cel.js';

/**
 * Reads a value from the known facts about another one: `answered.items.*.id`, or `origin path.id` for a value of the
 * request in which it first appeared.
 */
export function readKnownMember(
  known: KnownValue | undefined,
  field: string,
  indexes: readonly number[] = [],
): unknown {
  const [, position] = /^origin (.*)$/.exec(field) ?? [];
  if (position !== undefined) return known?.origin[position];
  return known === undefined
    ? undefined
    : readAtPosition({ sent: known.sent, answered: known.answered, latest: known.latest }, field, indexes);
}

/** Reads a request position, or a known fact about the value there: `path.id`, `path.id > answered.name`. */
export function readExpression(
  expression: string,
  {
    message,
    recall,
    indexes,
  }: { message: MessageParts; recall: (value: string) => KnownValue | undefined; indexes: readonly number[] },
): unknown {
  const [position = '', field] = expression.split(' > ');
  const value = readAtPosition(message, position, indexes);
  return field === undefined ? value : readKnownMember(recall(toKeyText(value) ?? ''), field, indexes);
}

/** Lists the fields that {@link readKnownMember} can read. */
export function listKnownFields({ sent, answered, latest, origin }: KnownValue): string[] {
  const bodies = Object.entries({ sent, answered, latest });
  return [
    ...bodies.flatMap(([root, body]) => [...valuesByPosition({ body }, root).keys()]),
    ...Object.keys(origin).map((position) => `origin ${position}`),
  ];
}

/** Reads the value at a request position, with the given list indexes. */
export function readAtPosition(
  message: MessageParts | Pick<KnownValue, 'sent' | 'answered' | 'latest'>,
  position: string,
  indexes: readonly number[] = [],
): unknown {
  const [root = '', ...names] = position.split('.');
  const parts: Readonly<Record<string, unknown>> = { ...message };
  let value: unknown = parts[root];
  let depth = 0;
  for (const name of names) {
    if (name === '*') value = Array.isArray(value) ? value[indexes[depth++] ?? -1] : undefined;
    else if (name === firstItem) value = Array.isArray(value) ? value[0] : undefined;
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return root === 'headers' && typeof value === 'string' ? withoutScheme(value) : value;
}

export const literalPattern = /^(?:null|true|false|-?\d+(?:\.\d+)?|"[\w .:/-]*")$/;

/** Evaluates alternatives, such as `body.name ?? path.name ?? "none"`, and returns the first defined value. */
export function resolveFirst(expression: string, resolve: (one: string) => unknown): unknown {
  for (const one of expression.split(' ?? ')) {
    const value = literalPattern.test(one) ? parseJson(one) : resolve(one);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Writes alternatives as CEL. */
export function toExpression(expression: string): string {
  const all = expression.split(' ?? ').map(writeOne);
  return all.reduceRight((rest, each) => `${each} != null ? ${each} : ${rest}`);
}

function writeOne(expression: string): string {
  if (literalPattern.test(expression) || expression.includes('(')) return expression;
  const [position = '', field] = expression.split(' > ');
  if (field === undefined) return position === 'item' ? 'item.key' : toAccess(position);
  return toField(position === 'item' ? 'item' : `meta(${toAccess(position)})`, field);
}

/** Writes a known fact about a value as CEL. */
export function toField(known: string, field: string): string {
  const [, position] = /^origin (.*)$/.exec(field) ?? [];
  if (position !== undefined) return readMember(`${known}.origin`, position);
  return `${known}.${toAccess(field)}`;
}
