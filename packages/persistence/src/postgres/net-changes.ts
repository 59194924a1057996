import { createHash } from 'node:crypto';
import type { ArchiveChange, SandboxMetadata } from '@understudy/kernel';

/** A record as a row: `address` is a digest of where it belongs, because keys may be longer than an index takes. */
export interface RecordRow {
  /** In hexadecimal digits. */
  readonly address: string;
  readonly partition: string;
  readonly collection: string;
  /** As JSON text, which can say what a text of PostgreSQL cannot: U+0000 and halves of pairs. */
  readonly key: string;
  readonly value: string;
}

/** The net effect of several changes of a sandbox. */
export interface NetChanges {
  /** Everything stored before is removed. */
  cleared: boolean;
  readonly puts: Map<string, RecordRow>;
  readonly deletes: Set<string>;
  metadata: SandboxMetadata | undefined;
}

export function noChanges(): NetChanges {
  return { cleared: false, puts: new Map(), deletes: new Set(), metadata: undefined };
}

/** One change whose value is the text that is stored. */
export type Step = Exclude<ArchiveChange, { kind: 'put' | 'delete' }> | Put | { kind: 'delete'; address: string };
type Put = { readonly kind: 'put'; readonly row: RecordRow };

/** Values become text at once: what is written is what was committed. @throws TypeError for what is no JSON */
export function stepOf(change: ArchiveChange): Step {
  if (change.kind === 'clear' || change.kind === 'metadata') return change;
  const { partition, collection } = change;
  const key = JSON.stringify(change.key);
  const address = createHash('sha256')
    .update(JSON.stringify([partition, collection, change.key]))
    .digest('hex');
  if (change.kind === 'delete') return { kind: 'delete', address };
  return { kind: 'put', row: { address, partition, collection, key, value: JSON.stringify(change.value) } };
}

/** Adds a further step to what was to be done before it. */
export function addStep(net: NetChanges, step: Step): void {
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
