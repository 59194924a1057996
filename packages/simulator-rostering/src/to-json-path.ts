import { parsePointer } from '@understudy/contract';

/** A JSON Pointer as path: `/body/demands/0/days` is `$.demands[0].days` (rostering.gap.error-body). */
export function toJsonPath(pointer: string): string {
  const [root = '', ...rest] = parsePointer(pointer);
  const path = rest.map((part) => {
    if (/^\d+$/.test(part)) return `[${part}]`;
    return /^[A-Za-z_][\w-]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
  });
  return `${root === 'body' || root === '' ? '$' : root}${path.join('')}`;
}
