import { type DataScope, defineCollection } from '@understudy/kernel';
import { normalBusinessId } from '../access/business-id.js';
import { companyScope } from '../access/company-scope.js';
import type { Lookup } from '../access/find-company.js';
import { forCompany } from '../access/for-company.js';
import type { components, operations } from '../generated/types.js';

/** A customer's special level. Collection `serviceLevels` of the company, key: the business id without separators. */
type StoredLevel = components['schemas']['ServiceLevel'];

export const serviceLevels = defineCollection<StoredLevel>('serviceLevels');

/** The level of a customer of a company, `default` unless set (einvoicing.service-levels.default). */
export async function findLevel(lookup: Lookup, companyId: string, customerBid: string): Promise<StoredLevel['level']> {
  const stored = await levelsOf(companyScope(lookup, companyId)).get(levelKey(customerBid));
  return stored?.level ?? 'default';
}

/** The special levels of a company's customers. */
function levelsOf(scope: DataScope) {
  return scope.collection(serviceLevels);
}

/** One customer however its business id is written. */
function levelKey(customerBid: string): string {
  return normalBusinessId('FI', customerBid);
}

/** All customers with a special level, in one response (einvoicing.service-levels.list). */
export const listServiceLevels = forCompany<operations['listServiceLevels']>(async (_input, _context, acting) => {
  const stored = await levelsOf(acting.scope).list();
  return { status: 200, body: stored.map(({ value }) => value) };
});

/** The level of one customer, who need not be known (einvoicing.service-levels.get). */
export const getServiceLevel = forCompany<operations['getServiceLevel']>(async ({ path }, context, acting) => {
  const { customer_bid } = path;
  return { status: 200, body: { customer_bid, level: await findLevel(context, acting.company.id, customer_bid) } };
});

/** Sets the level of a customer. `default` removes it from the list (einvoicing.service-levels.patch). */
export const setServiceLevel = forCompany<operations['setServiceLevel']>(async ({ path, body }, _context, acting) => {
  const set = { customer_bid: path.customer_bid, level: body.level };
  const levels = levelsOf(acting.scope);
  if (body.level === 'default') await levels.delete(levelKey(path.customer_bid));
  else await levels.put(levelKey(path.customer_bid), set);
  return { status: 200, body: set };
});
