import type { Context, Owner } from '@understudy/kernel';

/**
 * Whose data a request is about: the caller's tenant.
 *
 * @throws Error on an operation that needs no token
 */
export function ownerOf({ caller, operation }: Context, tenantId: string): Owner {
  if (caller === undefined) throw new Error(`${operation.operationId} needs no token, so it has no caller`);
  return { clientId: caller.clientId, tenantId };
}
