import { type DataScope, defineCollection } from '@understudy/kernel';
import { handleForCompany } from './access/acting-company.js';
import { normalizeBusinessId } from './access/business-id.js';
import { getCompanyScope, type LookupContext } from './access/find-company.js';
import type { components } from './generated/types.js';

/** A customer's special level. Collection `serviceLevels` of the company, key: the business id without separators. */
type StoredLevel = components['schemas']['ServiceLevel'];

export const serviceLevelsCollection = defineCollection<StoredLevel>('serviceLevels');

/** Finds the level of a customer of a company, `default` unless set (einvoicing.service-levels.default). */
export async function findServiceLevel(lookup: LookupContext, companyId: string, customerBid: string) {
  const stored = await levelsOf(getCompanyScope(lookup, companyId)).get(levelKey(customerBid));
  return stored?.level ?? 'default';
}

function levelsOf(scope: DataScope) {
  return scope.collection(serviceLevelsCollection);
}

/** Returns the same key for every spelling of a customer's business id. */
function levelKey(customerBid: string): string {
  return normalizeBusinessId('FI', customerBid);
}

/** Lists all customers with a special level, in one response (einvoicing.service-levels.list). */
export const listServiceLevels = handleForCompany<'listServiceLevels'>(async (_input, _context, acting) => {
  const stored = await levelsOf(acting.scope).list();
  return { status: 200, body: stored.map(({ value }) => value) };
});

/** Returns the level of a customer, who can be unknown (einvoicing.service-levels.get). */
export const getServiceLevel = handleForCompany<'getServiceLevel'>(async ({ path }, context, acting) => {
  const { customer_bid } = path;
  return {
    status: 200,
    body: { customer_bid, level: await findServiceLevel(context, acting.company.id, customer_bid) },
  };
});

/** Sets the level of a customer. `default` removes it from the list (einvoicing.service-levels.patch). */
export const setServiceLevel = handleForCompany<'setServiceLevel'>(async ({ path, body }, _context, acting) => {
  const set = { customer_bid: path.customer_bid, level: body.level };
  const levels = levelsOf(acting.scope);
  if (body.level === 'default') await levels.delete(levelKey(path.customer_bid));
  else await levels.put(levelKey(path.customer_bid), set);
  return { status: 200, body: set };
});
