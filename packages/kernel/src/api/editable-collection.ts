import { readFileSync } from 'node:fs';
import { compileSchema, type Finding, isObject, type JsonSchema, parseJson } from '@understudy/contract';
import type { UnitContext } from '../context.js';

/** A collection whose records users can edit. */
export interface EditableCollection {
  readonly schema: JsonSchema;
  /** Name of the member that contains the key; a dotted path if it is nested. */
  readonly keyMember: string | undefined;
  /** True if the records belong to the API as a whole instead of a client and tenant. */
  readonly isShared?: true;
  /** Creates a key for a new record. Default: a UUID. */
  newKey?(context: UnitContext): Promise<string | number>;
  /** Validates a record. Pointers are relative to the record. */
  check(record: unknown): Finding[];
  /** Returns the record of a stored value; undefined if the record was deleted. Default: the value itself. */
  read?(stored: unknown): unknown;
  /** Stores a record whose stored form differs. @returns findings that no schema can express */
  put?(key: string, record: unknown, context: UnitContext): Promise<Finding[]>;
  /** Deletes a record and its child records. Default: deletes only the value. */
  remove?(key: string, context: UnitContext): Promise<void>;
}

/** Defines the editable collections of an API. */
export interface EditableParts {
  /** @returns undefined if users cannot edit this collection */
  records(collection: string): EditableCollection | undefined;
}

export function loadEditableCollections(file: URL): EditableParts['records'] {
  // Read on first use, because few sandboxes are edited.
  let schemas: Readonly<Record<string, JsonSchema>> | undefined;
  const known = new Map<string, EditableCollection>();
  return (collection) => {
    schemas ??= parseJson(readFileSync(file, 'utf8')) as Readonly<Record<string, JsonSchema>>;
    const schema = Object.hasOwn(schemas, collection) ? schemas[collection] : undefined;
    if (schema === undefined) return undefined;
    const found = known.get(collection) ?? createEditableCollection(schema);
    known.set(collection, found);
    return found;
  };
}

/** Creates an editable collection whose records are stored unchanged. */
export function createEditableCollection(schema: JsonSchema): EditableCollection {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const check = compileSchema(schema, 'record/');
  return { schema, keyMember: 'id' in properties ? 'id' : undefined, check: (record) => check(record, '') };
}
