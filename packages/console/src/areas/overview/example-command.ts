import type { DescribedApi } from '../../api/types.js';
import { quoted, tokenExpression } from '../../parts/shell.js';

/** Returns the first request of a client as one shell command, with a fresh token if the API needs one. */
export function exampleCommand({ example, token, openapiJson }: DescribedApi): string {
  if (example === undefined)
    return token === undefined ? `curl ${quoted(openapiJson)}` : `echo "${tokenExpression(token)}"`;
  const headers = Object.entries(example.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const access = token === undefined ? [] : [`-H "Authorization: Bearer ${tokenExpression(token)}"`];
  return [`curl ${quoted(example.url)}`, ...headers, ...access].join(' \\\n  ');
}
