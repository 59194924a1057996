import { matchesFormat } from '@understudy/contract';

/** Returns whether a value has the format of its schema. An example of a description can have another. */
export function hasFormat({ format }: Readonly<Record<string, unknown>>, value: unknown): boolean {
  return typeof value !== 'string' || typeof format !== 'string' || matchesFormat(format, value);
}
