import { maxJsonDepth } from './decode-body.js';
import { createErrorFinding, type Finding } from './finding.js';

/** Size limits for bodies that are expensive to copy. */
export interface SizeLimits {
  /** Maximum members of one object. */
  readonly members: number;
  /** Maximum values in total, at any depth. */
  readonly values: number;
}

export function checkSize(value: unknown, { members, values }: SizeLimits): Finding | undefined {
  let count = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxJsonDepth + 1) return tooLarge('is nested', depth, 'levels');
    const below: unknown[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null || each instanceof Uint8Array) continue;
      const parts: unknown[] = Object.values(each);
      count += parts.length;
      if (!Array.isArray(each) && parts.length > members) return tooLarge('has an object of', members, 'members');
      if (count > values) return tooLarge('has', values, 'values');
      for (const part of parts) below.push(part);
    }
    level = below;
  }
  return undefined;
}

function tooLarge(does: string, expected: number, what: string): Finding {
  const message = `The body is too large: it ${does} more than ${expected} ${what}; send less at a time.`;
  return createErrorFinding(`body/too-many-${what}`, message, '/body', { expected });
}

/** Counts a value and all values in it, up to a limit. */
export function countJsonValues(value: unknown, limit: number): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && count < limit) {
    const next = open.pop();
    count += 1;
    if (typeof next === 'object' && next !== null) {
      const children: unknown[] = Object.values(next);
      if (count + open.length + children.length >= limit) return limit;
      open.push(...children);
    }
  }
  return count;
}
