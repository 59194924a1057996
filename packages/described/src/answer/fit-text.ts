import type { FlatSchema } from '@understudy/model';
import { matches } from '../meaning/match-pattern.js';

/** A text that a schema permits, cut to its length, or undefined. */
export function fitText(
  { keywords: { pattern, maxLength } }: Pick<FlatSchema, 'keywords'>,
  text: string | undefined,
): string | undefined {
  if (text === undefined || (typeof pattern === 'string' && !matches(pattern, text))) return undefined;
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text;
}
