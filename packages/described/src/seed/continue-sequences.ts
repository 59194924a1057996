import type { DataScopes } from '@understudy/kernel';
import type { Resource } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { setLastNumber } from '../handle/behavior/fill-form.js';
import { valuesAt } from '../handle/behavior/find-violation.js';

/** Lets the sequences of a resource continue after the numbers in given records, so that no new record has one of them. */
export function continueSequences(
  { plan }: ApiRuntime,
  { scopes, resource }: { readonly scopes: DataScopes; readonly resource: Resource },
  records: readonly unknown[],
): void {
  for (const [member, form] of plan.behavior.resources.get(resource.name)?.forms ?? []) {
    const pattern = patternOf(form);
    if (pattern === undefined) continue;
    const values = records.flatMap((record) => valuesAt(record, member));
    const last = values.reduce<number>(
      (most, value) => Math.max(most, Number(pattern.exec(String(value))?.[1] ?? 0)),
      0,
    );
    const name = `${resource.name} ${[...(member.list ?? []), ...member.names].join('.')}`;
    if (last > 0) setLastNumber({ scopes }, name, last);
  }
}

/** A pattern that finds the number of a sequence in a text of a form. */
function patternOf(form: string): RegExp | undefined {
  if (form === 'integer') return /^(\d+)$/;
  if (!form.includes('{sequence')) return undefined;
  const parts = form.split(/(\{[^{}]+\})/).map((part) => {
    if (part.startsWith('{sequence')) return '(\\d+)';
    if (/^\{(?:year|month|day|digits)\b/.test(part)) return '\\d+';
    return part.startsWith('{') ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}
