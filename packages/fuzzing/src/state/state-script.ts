import { getMember } from '@understudy/model';
import { type FuzzOptions, resolveUrl, toCurlCommand } from '../judge-request.js';
import type { StateStep } from './state-step.js';

/** Writes a sequence as a shell script. Ids of created entities are read from the responses, as they differ each time. */
export function toScript(steps: readonly StateStep[], options: FuzzOptions): string {
  const names = new Map<string, string>();
  const lines = steps.map((step, index) => {
    const { operation, resource, wrapped } = step.planned.plan;
    const method = step.method ?? operation.method;
    const command = toCurlCommand(resolveUrl(options, operation), { path: operation.path, method }, step.request);
    const used = [...names].reduce((text, [key, name]) => replaceKey(text, key, name), command);
    const member = resource?.key;
    const key =
      member === undefined || step.planned.plan.does !== 'create'
        ? undefined
        : getMember(step.body, [...wrapped, member].join('.'));
    const later = steps.slice(index + 1).some(({ request }) => Object.values(request.path).includes(String(key)));
    if (key === undefined || member === undefined || !later) return used;
    const name = `id${names.size + 1}`;
    names.set(String(key), name);
    const last = member.split('.').at(-1);
    return `${name}=$(${used.replace('curl ', 'curl -s ')} | grep -o '"${last}" *: *"\\{0,1\\}[^",}]*' | head -n 1 | sed 's/.*: *"\\{0,1\\}//')`;
  });
  return lines.join('\n');
}

/** Replaces a key where it is a whole segment of the address. */
function replaceKey(command: string, key: string, name: string): string {
  const at = command.lastIndexOf("'http");
  const address = command
    .slice(at)
    .split('/')
    .map((segment) => {
      const [, own = segment, rest = ''] = /^([^?:']*)(.*)$/s.exec(segment) ?? [];
      return own === encodeURIComponent(key) ? `'"$${name}"'${rest}` : segment;
    });
  return `${command.slice(0, at)}${address.join('/')}`;
}
