import type { Finding } from '@understudy/contract';

/** The finding that an input of an action is not what it must be. @param allowed the end of "must be ..." */
export function must(key: string, allowed: string): Finding[] {
  const pointer = `/body/${key}`;
  return [{ ruleId: 'request/value', severity: 'error', message: `${pointer} must be ${allowed}`, pointer }];
}

/** A non-empty text, or undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
