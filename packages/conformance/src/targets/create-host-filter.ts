import { parseHostAndPort } from './send-http.js';

const form = /^(\*\.)?([a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/;

/**
 * Creates a function that checks URLs against allowed hosts: `api.example.com` with any port, `127.0.0.1:4010`, or
 * `*.example.com` for subdomains of a domain with at least two labels.
 *
 * @throws RangeError for an invalid entry
 */
export function createHostFilter(entries: readonly string[]): (url: string) => boolean {
  const rules = entries.map((entry) => {
    const match = form.exec(entry.toLowerCase());
    const [, wildcard, host = '', port] = match ?? [];
    if (match === null || (wildcard !== undefined && !host.includes('.'))) {
      throw new RangeError(
        `"${entry}" is not a valid host. Use a host such as api.example.com, 127.0.0.1:4010 or *.example.com.`,
      );
    }
    return { below: wildcard === undefined ? undefined : `.${host}`, host, port };
  });
  return (url) => {
    const address = parseHostAndPort(url);
    return address !== undefined && rules.some((rule) => covers(rule, address));
  };
}

function covers(
  rule: { below: string | undefined; host: string; port: string | undefined },
  { host, port }: { host: string; port: number },
): boolean {
  if (rule.port !== undefined && Number(rule.port) !== port) return false;
  return rule.below === undefined ? host === rule.host : host.endsWith(rule.below);
}
