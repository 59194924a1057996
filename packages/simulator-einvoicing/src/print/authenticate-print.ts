import { createHash, timingSafeEqual } from 'node:crypto';
import type { HandlerContext } from '@understudy/kernel';
import { findCompany } from '../access/find-company.js';
import { type Company, collections } from '../entities.js';
import { printCollections } from './entities.js';

type Door = Pick<HandlerContext, 'request' | 'scopes'>;

/**
 * Returns the company of a pair of headers (einvoicing.auth.print-headers, einvoicing.gap.print-auth,
 * .print-credentials).
 */
export async function authenticatePrint(context: Door): Promise<Company | undefined> {
  const { headers } = context.request;
  const [uuid, key] = [headers['company-uuid'], headers['user-api-key']];
  if (uuid && key) return byCompany(context, uuid, key);
  const [name, password] = [headers['username'], headers['userpw']];
  return name && password ? byUser(context, name, password) : undefined;
}

async function byCompany(context: Door, uuid: string, key: string): Promise<Company | undefined> {
  const { shared } = context.scopes;
  const owner = await shared.collection(collections.userKeys).get(key);
  const user = owner === undefined ? undefined : await shared.collection(collections.users).get(owner.id);
  const companyId = uuid.toLowerCase();
  return user?.companyIds.includes(companyId) ? findCompany(context, companyId) : undefined;
}

async function byUser(context: Door, name: string, password: string): Promise<Company | undefined> {
  const user = await context.scopes.shared.collection(printCollections.users).get(name.toLowerCase());
  if (user === undefined) return undefined;
  const [known, given] = [user.passwordHash, hashPassword(password)].map((hash) => Buffer.from(hash));
  const isRight = known !== undefined && given !== undefined && timingSafeEqual(known, given);
  return isRight ? findCompany(context, user.companyId) : undefined;
}

export function hashPassword(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}
