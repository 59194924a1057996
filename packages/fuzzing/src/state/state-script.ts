import { getMember } from '@understudy/model';
import { type FuzzOptions, resolveUrl, toCurlCommand } from '../judge-request.js';
import type { StateStep } from './state-step.js';

/** Writes a sequence as a shell script. Ids of created entities are read from the responses, as they differ each time. */
export function toScript(steps: readonly StateStep[], options: FuzzOptions): string {
  const names = new Map<string, string>();
  const lines = steps.map((step, index) => {
    const { resource, wrapped } = step.planned.plan;
    const used = [...names].reduce((text, [key, name]) => replaceKey(text, key, name), commandOf(step, options));
    const member = resource?.key;
    const key =
      member === undefined || step.planned.plan.does !== 'create'
        ? undefined
        : getMember(step.body, [...wrapped, member].join('.'));
    const later = steps.slice(index + 1).some((each) => namesKey(each, String(key), options));
    if (key === undefined || member === undefined || !later) return used;
    const name = `id${names.size + 1}`;
    names.set(String(key), name);
    const last = member.split('.').at(-1);
    return `${name}=$(${used.replace('curl ', 'curl -s ')} | grep -o '"${last}" *: *"\\{0,1\\}[^",}]*' | head -n 1 | sed 's/.*: *"\\{0,1\\}//')`;
  });
  return lines.join('\n');
}

/** True if the request of a step has a key in its address or body. */
export function namesKey(step: StateStep, key: string, options: FuzzOptions): boolean {
  const command = commandOf(step, options);
  return replaceKey(command, key, 'id') !== command;
}

function commandOf({ planned: { plan }, method, request }: StateStep, options: FuzzOptions): string {
  const { path, method: usual } = plan.operation;
  return toCurlCommand(resolveUrl(options, plan.operation), { path, method: method ?? usual }, request);
}

/** Replaces a key where it is a whole segment or value of the address, or a text or an id in the body. */
function replaceKey(command: string, key: string, name: string): string {
  const at = command.lastIndexOf("'http");
  const variable = `'"$${name}"'`;
  const sent = command
    .slice(0, at)
    .replaceAll(`"${key}"`, `"${variable}"`)
    .replaceAll(/("\w*[iI]d":)([\w.-]+)(?=[,}\]])/g, (whole, member: string, value: string) =>
      value === key ? `${member}${variable}` : whole,
    );
  const address = command
    .slice(at)
    .split(/(?<=[/=&?])/)
    .map((segment) => {
      const [, own = segment, rest = ''] = /^([^?:'/&=]*)(.*)$/s.exec(segment) ?? [];
      return own === encodeURIComponent(key) ? `${variable}${rest}` : segment;
    });
  return `${sent}${address.join('')}`;
}
