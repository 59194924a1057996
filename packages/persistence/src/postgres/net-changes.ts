import { createHash } from 'node:crypto';
import { stringifyJson } from '@understudy/contract';
import type { ArchiveChange, SandboxMetadata } from '@understudy/kernel';

/** A record as a row. `address` is a digest, because keys can exceed the size limit of an index. */
interface RecordRow {
  readonly address: string;
  readonly partition: string;
  readonly collection: string;
  /** Key as JSON text, because PostgreSQL text cannot contain U+0000 or unpaired surrogates. */
  readonly key: string;
  readonly value: string;
}

/** The combined changes of a sandbox. */
export interface NetChanges {
  /** True if all earlier records are deleted first. */
  cleared: boolean;
  readonly puts: Map<string, RecordRow>;
  readonly deletes: Set<string>;
  metadata: SandboxMetadata | undefined;
}

export function createNetChanges(): NetChanges {
  return { cleared: false, puts: new Map(), deletes: new Set(), metadata: undefined };
}

export type SerializedChange =
  | Exclude<ArchiveChange, { kind: 'put' | 'delete' }>
  | Put
  | { kind: 'delete'; address: string };
type Put = { readonly kind: 'put'; readonly row: RecordRow };

/** Serializes the values of a change immediately. @throws TypeError for a value that is not JSON */
export function serializeChange(change: ArchiveChange): SerializedChange {
  if (change.kind === 'clear' || change.kind === 'metadata') return change;
  const { partition, collection } = change;
  const key = stringifyJson(change.key);
  const address = createHash('sha256')
    .update(stringifyJson([partition, collection, change.key]))
    .digest('hex');
  if (change.kind === 'delete') return { kind: 'delete', address };
  return { kind: 'put', row: { address, partition, collection, key, value: stringifyJson(change.value) } };
}

export function addSerializedChange(net: NetChanges, step: SerializedChange): void {
  if (step.kind === 'metadata') net.metadata = step.metadata;
  else if (step.kind === 'put') {
    net.puts.set(step.row.address, step.row);
    net.deletes.delete(step.row.address);
  } else if (step.kind === 'delete') {
    net.puts.delete(step.address);
    net.deletes.add(step.address);
  } else {
    net.cleared = true;
    net.puts.clear();
    net.deletes.clear();
  }
}
