import { isObject } from '@understudy/contract';
import type { KnownValue, KnownValueLookup } from './known-value.js';
import { type CaseMessage, headerValue, toKeyText, valuesByPosition } from './message.js';

/**
 * Reads a value from what is known about another one: `answered.items.*.id`, or `origin path.id` for the request that
 * first contained it.
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

/** Reads a position of a request, or a field of what is known about its value: `path.id`, `path.id > answered.name`. */
export function readExpression(
  expression: string,
  { message, recall, indexes }: { message: CaseMessage; recall: KnownValueLookup; indexes: readonly number[] },
): unknown {
  const [position = '', field] = expression.split(' > ');
  const value = readAtPosition(message, position, indexes);
  return field === undefined ? value : readKnownMember(recall(toKeyText(value) ?? ''), field, indexes);
}

/** Lists the fields that {@link readKnownMember} reads. */
export function listKnownFields({ sent, answered, latest, origin }: KnownValue): string[] {
  const bodies = Object.entries({ sent, answered, latest });
  return [
    ...bodies.flatMap(([root, body]) => [...valuesByPosition({ body }, root).keys()]),
    ...Object.keys(origin).map((position) => `origin ${position}`),
  ];
}

/** Reads the value at a position of a request, with the given indexes into lists. */
export function readAtPosition(
  message: CaseMessage | Pick<KnownValue, 'sent' | 'answered' | 'latest'>,
  position: string,
  indexes: readonly number[] = [],
): unknown {
  const [root = '', ...names] = position.split('.');
  const parts: Readonly<Record<string, unknown>> = { ...message };
  let value: unknown = parts[root];
  let depth = 0;
  for (const name of names) {
    if (name === '*') value = Array.isArray(value) ? value[indexes[depth++] ?? -1] : undefined;
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return root === 'header' ? headerValue(value) : value;
}
