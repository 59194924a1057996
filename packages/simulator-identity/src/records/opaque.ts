import { createHash } from 'node:crypto';
import type { UnitContext } from '@understudy/kernel';

/** A value that only its holder knows: unlike every other, and signed by the sandbox, so that ids do not give it away. */
export function createOpaqueValue({ ids, signer }: Pick<UnitContext, 'ids' | 'signer'>, kind: string): string {
  return Buffer.from(signer.sign(`${kind}/${ids.next(kind)}`), 'hex').toString('base64url');
}

/** The key under which the record of a value is stored. The value itself is stored nowhere. */
export function toOpaqueKey(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}
