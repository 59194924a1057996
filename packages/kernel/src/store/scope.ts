import type { Owner } from '../caller.js';
import type { CollectionDefinition, IndexKeys } from './define-collection.js';
import type { Collection, UnitOfWork } from './store.js';

export interface Scope {
  collection<Stored, Keys extends IndexKeys>(definition: CollectionDefinition<Stored, Keys>): Collection<Stored, Keys>;
}

export interface Scopes {
  /** Data of one client's tenant. */
  of(owner: Owner): Scope;
  /** Data of the API as a whole: jobs, presigned uploads, client registrations. */
  readonly shared: Scope;
  /** All owners of stored data. */
  owners(): Promise<Owner[]>;
}

/** @param api name of the API */
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

/** Cached, because names repeat. */
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
