import { stringifyJson } from '@understudy/contract';
import type { ArchiveChange } from '@understudy/kernel';
import type { RecordRow } from './sqlite-statements.js';

/** A change with a serialized value. */
export type SerializedChange = Exclude<ArchiveChange, { kind: 'put' }> | ({ readonly kind: 'put' } & RecordRow);

/** Serializes the key and the value of a change. */
export function serializeChange(change: ArchiveChange): SerializedChange {
  if (change.kind === 'clear' || change.kind === 'metadata') return change;
  const { partition, collection } = change;
  const key = stringifyJson(change.key);
  if (change.kind === 'delete') return { kind: 'delete', partition, collection, key };
  return { kind: 'put', partition, collection, key, value: stringifyJson(change.value) };
}
