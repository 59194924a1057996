import type { Owner } from '../caller.js';
import type { CollectionDefinition, IndexKeys } from './define-collection.js';
import type { Collection, UnitOfWork } from './store.js';

export interface DataScope {
  collection<Stored, Keys extends IndexKeys>(definition: CollectionDefinition<Stored, Keys>): Collection<Stored, Keys>;
}

export interface DataScopes {
  /** Returns the data of a client's tenant. */
  of(owner: Owner): DataScope;
  /** Data of the API as a whole: jobs, presigned uploads, client registrations. */
  readonly shared: DataScope;
  /** Lists all owners of stored data. */
  owners(): Promise<Owner[]>;
}

/** @param api name of the API */
export function createScopes(unit: UnitOfWork, api: string): DataScopes {
  return new UnitScopes(unit, api);
}

class UnitScopes implements DataScopes {
  readonly #unit: UnitOfWork;
  readonly #api: string;
  #shared: DataScope | undefined;

  constructor(unit: UnitOfWork, api: string) {
    this.#unit = unit;
    this.#api = api;
  }

  of({ clientId, tenantId }: Owner): DataScope {
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

  get shared(): DataScope {
    this.#shared ??= new Partition(this.#unit, encode(this.#api));
    return this.#shared;
  }
}

const mostEncoded = 1000;
const encoded = new Map<string, string>();

/** Encodes a name. Cached, because names repeat. */
function encode(name: string): string {
  const known = encoded.get(name);
  if (known !== undefined) return known;
  if (encoded.size >= mostEncoded) encoded.clear();
  const text = encodeURIComponent(name);
  encoded.set(name, text);
  return text;
}

class Partition implements DataScope {
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
