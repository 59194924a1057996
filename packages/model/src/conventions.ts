import { isObject } from '@understudy/contract';
import { parseDuration } from '@understudy/kernel';

/** A number of requests in a span of the sandbox's clock. */
interface RateLimit {
  readonly requests: number;
  /** ISO 8601 duration. */
  readonly per: string;
}

/** The HTTP conventions that `x-understudy` enables. */
export interface HttpConventions {
  /** True if `Idempotency-Key` is supported. Default: true. */
  readonly idempotency?: boolean;
  /** True if entities have an `ETag`. Default: whether the description names one. */
  readonly etag?: boolean;
  readonly rateLimit?: RateLimit;
  /** The parameter of a list that continues after a page, and the member or header that contains its value. */
  readonly paging?: { readonly cursor: string; readonly next: string };
  /** Members that no two entities of a collection share. */
  readonly unique?: readonly string[];
}

export interface MemberRule {
  fits(value: unknown): boolean;
  readonly allowed: string;
}

export const isFlag: MemberRule = { fits: (value) => typeof value === 'boolean', allowed: 'true or false' };

export const conventionRules: Readonly<Record<keyof HttpConventions, MemberRule>> = {
  idempotency: isFlag,
  etag: isFlag,
  rateLimit: { fits: isRateLimit, allowed: '{requests: <whole number from 1>, per: <ISO 8601 duration>}' },
  paging: {
    fits: (value) => isObject(value) && areTexts([value['cursor'], value['next']]),
    allowed: '{cursor: <name of a parameter>, next: <name of a member, or Link>}',
  },
  unique: { fits: areTexts, allowed: 'a list of names of members' },
};

export function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isRateLimit(value: unknown): boolean {
  if (!isObject(value) || !Number.isInteger(value['requests']) || Number(value['requests']) < 1) return false;
  try {
    return parseDuration(String(value['per'])) > 0;
  } catch {
    return false;
  }
}
