import type { Handler } from '@understudy/kernel';
import { collections, type User } from '../entities.js';
import { refusals } from '../errors.js';
import type { operations } from '../generated/types.js';

/** Creates a user without a company (einvoicing.gap.company-create). */
export const createUser: Handler<operations['createUser']> = async ({ body }, { scopes, ids }) => {
  const { shared } = scopes;
  const vendor = await shared.collection(collections.vendorKeys).get(body.vendor_api_key);
  if (vendor === undefined) return refusals.unknownKey('vendor_api_key');
  const key = ids.next('user-key');
  const user: User = {
    id: ids.next('user'),
    email: body.email,
    ...(body.first_name === undefined ? {} : { firstName: body.first_name }),
    ...(body.last_name === undefined ? {} : { lastName: body.last_name }),
    vendorId: vendor.id,
    companyIds: [],
  };
  await shared.collection(collections.users).put(user.id, user);
  await shared.collection(collections.userKeys).put(key, { id: user.id });
  return { status: 201, body: { user_api_key: key } };
};
