import { createHash } from 'node:crypto';
import type { UnitContext } from '@understudy/kernel';

/** The parameters of a request. An empty value counts as missing (RFC 6749 section 3.1). */
export interface RequestParameters {
  one(name: string): string | undefined;
  all(name: string): readonly string[];
  /** Name of a repeated parameter that must not be repeated. */
  readonly repeated: string | undefined;
  readonly text: string;
}

/** Parameters that can be repeated (RFC 8707, RFC 8693). */
const several = new Set(['resource', 'audience']);

export function readParameters(pairs: Iterable<readonly [string, string]>): RequestParameters {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) if (value !== '') values.set(name, [...(values.get(name) ?? []), value]);
  return {
    one: (name) => values.get(name)?.[0],
    all: (name) => values.get(name) ?? [],
    repeated: [...values].find(([name, all]) => all.length > 1 && !several.has(name))?.[0],
    text: String(
      new URLSearchParams([...values].flatMap(([name, all]) => all.map((value): [string, string] => [name, value]))),
    ),
  };
}

/** Returns the distinct words of a list parameter such as `scope`. */
export function splitWords(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(' ').filter((word) => word !== ''))];
}

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
