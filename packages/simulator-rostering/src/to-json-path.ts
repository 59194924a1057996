import { parsePointer } from '@understudy/contract';

/**
 * A finding's JSON Pointer in a problem body: `/body/demands/0/days` is `$.demands[0].days`, `/headers/CUSTOMER_ID` is
 * `headers.CUSTOMER_ID` (rostering.gap.error-body).
 */
export function toJsonPath(pointer: string): string {
  const [root = '', ...rest] = parsePointer(pointer);
  const path = rest.map((part) => {
    if (/^\d+$/.test(part)) return `[${part}]`;
    return /^[A-Za-z_][\w-]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
  });
  return `${root === 'body' || root === '' ? '$' : root}${path.join('')}`;
}
