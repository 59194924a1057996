import { cloneJson } from '@understudy/contract';

export type WireDeviationKind =
  | 'field-dropped'
  | 'type-changed'
  | 'enum-left'
  | 'status-swapped'
  | 'header-lost'
  | 'page-repeated'
  | 'delivery-doubled'
  | 'tenant-mixed-up';

export interface WireDeviation {
  /** A stable id: `<api>.<operationId> <status> <what>`. */
  readonly id: string;
  readonly kind: WireDeviationKind;
  readonly api: string;
  /** The changed operation; `webhook` for webhooks. */
  readonly operationId: string;
  /** The status whose responses are changed. If absent, all are. */
  readonly status?: number;
  /** A sentence that describes the server's error. */
  readonly says: string;
  /** The location in the body, and its change. */
  readonly path?: readonly string[];
  readonly edit?: JsonEdit;
  /** The removed header in lower case. */
  readonly header?: string;
  /** The new status. */
  readonly instead?: number;
}

/** A deviation that the contract allows. */
export interface EquivalentDeviation {
  readonly id: string;
  readonly reason: string;
}

export type JsonEdit = { kind: 'remove' } | { kind: 'set'; value: unknown };

/**
 * Changes all values at a path, in which `*` stands for each array item or object member. The given value stays
 * unchanged.
 *
 * @returns the changed copy and the number of changes
 */
export function editJson(value: unknown, path: readonly string[], edit: JsonEdit): { value: unknown; count: number } {
  const copy: unknown = cloneJson(value);
  const root = { root: copy };
  const count = change(root, ['root', ...path], edit);
  return { value: root.root, count };
}

function change(parent: unknown, [token = '', ...rest]: readonly string[], edit: JsonEdit): number {
  if (typeof parent !== 'object' || parent === null) return 0;
  const keys = token === '*' ? Object.keys(parent) : Object.hasOwn(parent, token) ? [token] : [];
  let count = 0;
  // Remove later items first.
  for (const key of keys.reverse())
    count += rest.length > 0 ? change(member(parent, key), rest, edit) : put(parent, key, edit);
  return count;
}

function put(parent: object, key: string, edit: JsonEdit): number {
  if (edit.kind === 'set') Reflect.set(parent, key, edit.value);
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
  return 1;
}

function member(parent: object, key: string): unknown {
  return Reflect.get(parent, key);
}
