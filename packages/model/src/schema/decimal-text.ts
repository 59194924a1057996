import { matchesPattern } from '@understudy/contract';
import { Big } from 'big.js';
import type { FlatSchema } from './described-schema.js';
import { remember } from './remember.js';

const likelyDecimals = [2, 3, 4, 1];

/**
 * Returns the number of decimals in an amount stored as a string, such as 2 for `12.50`: by its pattern, format,
 * example or description. Undefined for any other member.
 */
export function decimalsOf(flat: FlatSchema): number | undefined {
  if (flat.types.length !== 1 || flat.types[0] !== 'string') return undefined;
  return remember(known, flat, () => readDecimals(flat));
}

const known = new WeakMap<FlatSchema, number | undefined>();

function readDecimals({ keywords }: FlatSchema): number | undefined {
  if (keywords['enum'] !== undefined) return undefined;
  const { pattern, format, description, example, default: usual } = keywords;
  if (typeof pattern === 'string') return decimalsInPattern(pattern);
  if (format !== undefined && !/^(?:decimal|money|currency|amount|number|double)$/.test(String(format)))
    return undefined;
  const shown = [example, usual, ...[keywords['examples']].flat()].map(
    (each) => /^-?\d{1,15}\.(\d{2,4})$/.exec(typeof each === 'string' ? each : '')?.[1]?.length,
  );
  const said = /\b(?:decimal (?:text|string|number)|two decimals)\b/i.test(String(description ?? '').slice(0, 300));
  return shown.find((each) => each !== undefined) ?? (said || format !== undefined ? 2 : undefined);
}

function decimalsInPattern(pattern: string): number | undefined {
  const matches = (text: string) => {
    try {
      return matchesPattern(pattern, text);
    } catch {
      return false;
    }
  };
  if (matches('12a') || matches('ab.cd')) return undefined;
  return likelyDecimals.find((each) => matches(`12.${'5'.repeat(each)}`));
}

/** Formats a number as a string if the member stores an amount as a string. Other values are unchanged. */
export function inDecimals(flat: FlatSchema, value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value;
  const decimals = decimalsOf(flat);
  return decimals === undefined ? value : new Big(value).toFixed(decimals, Big.roundHalfUp);
}
