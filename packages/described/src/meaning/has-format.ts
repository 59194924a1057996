import { matchesFormat } from '@understudy/contract';

/** Returns whether a value matches the format of its schema. Examples in descriptions do not always match it. */
export function hasFormat({ format }: Readonly<Record<string, unknown>>, value: unknown): boolean {
  return typeof value !== 'string' || typeof format !== 'string' || matchesFormat(format, value);
}
