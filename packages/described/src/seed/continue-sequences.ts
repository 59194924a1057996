import type { DataScopes } from '@understudy/kernel';
import { getMember, type Resource, valuesAt } from '@understudy/model';
import type { ApiRuntime } from '../handle/api-runtime.js';
import { sequenceOf, setLastNumber } from '../handle/behavior/fill-form.js';

/** Lets the sequences of a resource continue after the numbers in given records, so that no new record has one of them. */
export function continueSequences(
  { plan }: ApiRuntime,
  { scopes, resource }: { readonly scopes: DataScopes; readonly resource: Resource },
  records: readonly unknown[],
): void {
  const { forms = [], key } = plan.behavior.resources.get(resource.name) ?? {};
  const keyName = resource.key ?? 'id';
  const keyLocation = { names: keyName.split('.'), name: keyName };
  const ofKey = key === undefined ? [] : [{ ...key, path: keyLocation }];
  for (const { path: member, form, per } of [...forms, ...ofKey]) {
    const pattern = patternOf(form);
    if (pattern === undefined) continue;
    const lasts = new Map<string, number>();
    for (const record of records) {
      const name = sequenceOf(resource.name, member, per === undefined ? undefined : getMember(record, per));
      for (const value of valuesAt(record, member))
        lasts.set(name, Math.max(lasts.get(name) ?? 0, Number(pattern.exec(String(value))?.[1] ?? 0)));
    }
    for (const [name, last] of lasts) if (last > 0) setLastNumber({ scopes }, name, last);
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
