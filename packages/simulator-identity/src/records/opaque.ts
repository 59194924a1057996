import { createHash } from 'node:crypto';
import type { UnitContext } from '@understudy/kernel';

/**
 * Creates a unique value that only its holder knows. It is signed by the sandbox, so that it cannot be guessed from
 * ids.
 */
export function createOpaqueValue({ ids, signer }: Pick<UnitContext, 'ids' | 'signer'>, kind: string): string {
  return Buffer.from(signer.sign(`${kind}/${ids.next(kind)}`), 'hex').toString('base64url');
}

/** Returns the key under which a value's record is stored. The value itself is never stored. */
export function toOpaqueKey(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}
