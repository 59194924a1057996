import type { DescribedApi } from '../../api/types.js';
import { quoted } from '../../parts/shell.js';

/** Returns a token request as a curl command. */
function tokenCommand({ url, form }: NonNullable<DescribedApi['token']>): string {
  const fields = Object.entries(form).map(([name, value]) => ` -d ${quoted(`${name}=${value}`)}`);
  return `curl -s ${quoted(url)}${fields.join('')}`;
}

/** Returns the first request of a client as one shell command, with a fresh token if the API needs one. */
export function exampleCommand({ example, token, openapiJson }: DescribedApi): string {
  if (example === undefined) return token === undefined ? `curl ${quoted(openapiJson)}` : tokenCommand(token);
  const headers = Object.entries(example.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const access =
    token === undefined
      ? []
      : [`-H "Authorization: Bearer $(${tokenCommand(token)} | sed 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/')"`];
  return [`curl ${quoted(example.url)}`, ...headers, ...access].join(' \\\n  ');
}
