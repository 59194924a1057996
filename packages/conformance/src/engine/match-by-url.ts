import type { Operation } from '@understudy/contract';
import type { ContractsByApi } from '../arazzo/resolve.js';
import type { Target } from '../targets/target.js';
import { resolveBaseUrl } from './session.js';

/** An operation and the path parameters with which a URL calls it. */
interface UrlMatch {
  operation: Operation;
  path: Record<string, string>;
}

/** Finds the operation that a URL on the target calls. */
export function matchByUrl(
  method: string,
  url: string,
  target: Target,
  contracts: ContractsByApi,
): UrlMatch | undefined {
  for (const [source, contract] of contracts) {
    const baseUrl = resolveBaseUrl(target, source);
    if (!url.startsWith(`${baseUrl}/`)) continue;
    const path = url.slice(baseUrl.length).split(/[?#]/)[0] ?? '';
    const match = contract.match(method, path);
    if (match.kind === 'operation') return { operation: match.operation, path: match.path };
  }
  return undefined;
}
