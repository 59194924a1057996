import type { Finding } from '@understudy/contract';
import type { ActionContext } from '@understudy/kernel';
import type { Company } from '../entities.js';
import { findCompany } from './find-company.js';

/** The finding that an input of an action is not what it must be. @param allowed the end of "must be ..." */
export function must(key: string, allowed: string): Finding[] {
  const pointer = `/body/${key}`;
  return [{ ruleId: 'request/value', severity: 'error', message: `${pointer} must be ${allowed}`, pointer }];
}

/** A non-empty text, or undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The company that an action names. */
export async function companyOf(id: unknown, context: ActionContext): Promise<Company | undefined> {
  const given = textOf(id);
  return given === undefined ? undefined : await findCompany(context, given);
}
