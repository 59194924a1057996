import type { Operation } from '@understudy/contract';
import type { Contracts } from '../arazzo/resolve.js';
import type { Target } from '../targets/target.js';
import { baseUrlOf } from './session.js';

/** The operation of any contract that an absolute URL on the target calls; `undefined` for one on another host. */
export function matchByUrl(method: string, url: string, target: Target, contracts: Contracts): Operation | undefined {
  for (const [source, contract] of contracts) {
    const baseUrl = baseUrlOf(target, source);
    if (!url.startsWith(`${baseUrl}/`)) continue;
    const path = url.slice(baseUrl.length).split(/[?#]/)[0] ?? '';
    const match = contract.match(method, path);
    if (match.kind === 'operation') return match.operation;
  }
  return undefined;
}
