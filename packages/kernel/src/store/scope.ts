import type { Owner } from '../caller.js';
import type { CollectionDefinition, IndexKeys } from './define-collection.js';
import type { Collection, UnitOfWork } from './store.js';

/** The collections of one partition within a unit of work. */
export interface Scope {
  collection<Stored, Keys extends IndexKeys>(definition: CollectionDefinition<Stored, Keys>): Collection<Stored, Keys>;
}

/** The partitions of one API within a unit of work. */
export interface Scopes {
  /** What belongs to one client's tenant. Other tenants cannot reach it. */
  of(owner: Owner): Scope;
  /** What belongs to the API as a whole: jobs, presigned uploads, client registrations. */
  readonly shared: Scope;
  /** Everyone with stored data, by client and tenant. */
  owners(): Promise<Owner[]>;
}

/** @param api name of the API, the first part of every partition */
export function scopesOf(unit: UnitOfWork, api: string): Scopes {
  return new UnitScopes(unit, api);
}

class UnitScopes implements Scopes {
  readonly #unit: UnitOfWork;
  readonly #api: string;

  constructor(unit: UnitOfWork, api: string) {
    this.#unit = unit;
    this.#api = api;
  }

  of({ clientId, tenantId }: Owner): Scope {
    return new Partition(this.#unit, `${encode(this.#api)}/${encode(clientId)}/${encode(tenantId)}`);
  }

  async owners(): Promise<Owner[]> {
    const prefix = `${encodeURIComponent(this.#api)}/`;
    const own = (await this.#unit.partitions()).filter((partition) => partition.startsWith(prefix));
    return own.map((partition) => {
      const [clientId = '', tenantId = ''] = partition.slice(prefix.length).split('/').map(decodeURIComponent);
      return { clientId, tenantId };
    });
  }

  get shared(): Scope {
    return new Partition(this.#unit, encode(this.#api));
  }
}

const mostEncoded = 1000;
const encoded = new Map<string, string>();

/** The names of APIs, clients and tenants come again and again. */
function encode(name: string): string {
  const known = encoded.get(name);
  if (known !== undefined) return known;
  if (encoded.size >= mostEncoded) encoded.clear();
  const text = encodeURIComponent(name);
  encoded.set(name, text);
  return text;
}

class Partition implements Scope {
  readonly #unit: UnitOfWork;
  readonly #name: string;

  constructor(unit: UnitOfWork, name: string) {
    this.#unit = unit;
    this.#name = name;
  }

  collection<Stored, Keys extends IndexKeys>(definition: CollectionDefinition<Stored, Keys>): Collection<Stored, Keys> {
    return this.#unit.collection(this.#name, definition);
  }
}
