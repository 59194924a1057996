import type { ControlComponents } from '@understudy/server';
import type { AnyOtherText, RecordsByApi } from '../apis/api-packages.js';
import type { ControlClient } from './control-calls.js';

type Schemas = ControlComponents['schemas'];

/** The name of an API with known record types, or of any other API. */
export type ApiWithRecords = keyof RecordsByApi | AnyOtherText;

/** The collections of a known API, or any other. */
export type CollectionName<Api> =
  | AnyOtherText
  | (Api extends keyof RecordsByApi ? keyof RecordsByApi[Api] & string : string);

/** A record of a collection, typed for known collections. */
export type StoredRecord<Api, Name> = Api extends keyof RecordsByApi
  ? Name extends keyof RecordsByApi[Api]
    ? RecordsByApi[Api][Name]
    : AnyRecord
  : AnyRecord;

type AnyRecord = Readonly<Record<string, unknown>>;

/** The client and tenant that own records. */
export interface RecordOwner {
  readonly clientId: string;
  readonly tenantId: string;
}

/** Options for selecting records. */
export interface RecordQuery {
  /** A JSONPath filter expression, such as `@.status == 'PENDING'`. */
  readonly where?: string;
  /** The member to sort by, with dots for nested members. A leading hyphen sorts in descending order. */
  readonly sort?: string;
  /** The key of the last record of the previous page. */
  readonly after?: string;
  readonly limit?: number;
}

/** Members to change; `null` deletes a member. */
export type RecordPatch<Stored> = { readonly [Name in keyof Stored]?: RecordPatch<Stored[Name]> | null };

/** An edited record. `entry` is its journal entry, for `undo`. */
export type EditedRecord<Stored> = Omit<Schemas['EditedRecord'], 'value'> & { value: Stored };

/** A collection of stored records. Methods throw {@link ControlError} for an error response. */
export class RecordCollection<Stored> {
  readonly #calls: ControlClient;
  readonly #path: string;
  readonly #owner: Readonly<Record<string, string>>;

  constructor(
    calls: ControlClient,
    { api, name, owner }: { readonly api: string; readonly name: string; readonly owner: RecordOwner | undefined },
  ) {
    this.#calls = calls;
    this.#path = `/records/${encodeURIComponent(api)}/${encodeURIComponent(name)}`;
    this.#owner = { ...owner };
  }

  /** Returns records in key order unless `sort` is set. */
  async list(query: RecordQuery = {}): Promise<{ key: string; value: Stored }[]> {
    const { records } = await this.#calls.get<{ records: { key: string; value: Stored }[] }>(this.#url({ ...query }));
    return records;
  }

  async get(key: string): Promise<Stored> {
    return (await this.#calls.get<{ value: Stored }>(this.#url({}, key))).value;
  }

  create(value: Stored, { key }: { readonly key?: string } = {}): Promise<EditedRecord<Stored>> {
    return this.#calls.post(this.#url({ key }), value);
  }

  /** Creates or replaces a record. */
  put(key: string, value: Stored): Promise<EditedRecord<Stored>> {
    return this.#calls.put(this.#url({}, key), value);
  }

  update(key: string, patch: RecordPatch<Stored>): Promise<EditedRecord<Stored>> {
    return this.#calls.patch(this.#url({}, key), patch);
  }

  delete(key: string): Promise<EditedRecord<Stored>> {
    return this.#calls.delete(this.#url({}, key));
  }

  #url(query: Readonly<Record<string, unknown>>, key?: string): string {
    const given = Object.entries({ ...this.#owner, ...query }).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
    return `${this.#path}${key === undefined ? '' : `/${encodeURIComponent(key)}`}?${text}`;
  }
}
