import { readFileSync } from 'node:fs';
import { compileSchema, type Finding, type JsonSchema } from '@understudy/contract';
import type { UnitContext } from '../context.js';

/** A collection whose records people can edit. */
export interface EditableCollection {
  readonly schema: JsonSchema;
  /** The member that contains the key, with dots in depth. */
  readonly keyMember: string | undefined;
  /** Whether the records belong to no client and tenant. */
  readonly isShared?: true;
  /** A key for a new record. Default: a UUID. */
  newKey?(context: UnitContext): Promise<string | number>;
  /** Validates a record. Pointers start at the record. */
  check(record: unknown): Finding[];
  /** The record in a stored value; undefined if it was deleted. Default: the value. */
  read?(stored: unknown): unknown;
  /** Stores a record in another form than the record itself. @returns findings that no schema can express */
  put?(key: string, record: unknown, context: UnitContext): Promise<Finding[]>;
  /** Deletes a record with everything below it. Default: only the value. */
  remove?(key: string, context: UnitContext): Promise<void>;
}

/** The editable collections of an API. */
export interface EditableParts {
  /** @returns undefined if people cannot edit the collection of this name */
  records(collection: string): EditableCollection | undefined;
}

export function loadEditableCollections(file: URL): EditableParts['records'] {
  // Read on first use, because few sandboxes are edited.
  let schemas: Readonly<Record<string, JsonSchema>> | undefined;
  const known = new Map<string, EditableCollection>();
  return (collection) => {
    schemas ??= JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, JsonSchema>>;
    const schema = Object.hasOwn(schemas, collection) ? schemas[collection] : undefined;
    if (schema === undefined) return undefined;
    const found = known.get(collection) ?? createEditableCollection(schema);
    known.set(collection, found);
    return found;
  };
}

/** A collection whose records are stored as they are. */
export function createEditableCollection(schema: JsonSchema): EditableCollection {
  const { properties = {} }: { readonly properties?: object } = Object(schema);
  const check = compileSchema(schema, 'record/');
  return { schema, keyMember: 'id' in properties ? 'id' : undefined, check: (record) => check(record, '') };
}
