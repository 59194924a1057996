import type { Owner } from '../caller.js';
import type { Collection, UnitOfWork } from './store.js';

/** The collections of one partition within a unit of work. */
export interface Scope {
  collection<T>(name: string): Collection<T>;
}

/** The partitions of one API within a unit of work. */
export interface Scopes {
  /** What belongs to one client's tenant. Other tenants cannot reach it. */
  of(owner: Owner): Scope;
  /** What belongs to the API as a whole: jobs, presigned uploads, client registrations. */
  readonly shared: Scope;
}

/** @param api name of the API, the first part of every partition */
export function scopesOf(unit: UnitOfWork, api: string): Scopes {
  const scope = (partition: string): Scope => ({ collection: (name) => unit.collection(partition, name) });
  return {
    of: ({ clientId, tenantId }) => scope([api, clientId, tenantId].map((part) => encodeURIComponent(part)).join('/')),
    shared: scope(encodeURIComponent(api)),
  };
}
