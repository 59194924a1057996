import type { HandlerContext, Owner } from '@understudy/kernel';

/**
 * Returns the owner of the data of a request, which is the caller's tenant.
 * @throws Error on an operation without a token
 */
export function getDataOwner({ caller, operation }: HandlerContext, tenantId: string): Owner {
  if (caller === undefined) throw new Error(`${operation.operationId} needs no token, so it has no caller`);
  return { clientId: caller.clientId, tenantId };
}
