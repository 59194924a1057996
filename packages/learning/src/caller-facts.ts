import { isObject } from '@understudy/contract';
import { isSecretPosition, type KnownValue, toKeyText, type ValuesByPosition } from '@understudy/described';
import { remember } from '@understudy/model';
import { type ConditionKind, keyNamePattern } from './extract-conditions.js';
import { scalarsOf } from './record-uses.js';
import { readMember, toAccess, toLiteral } from './to-cel.js';

/** What requests and responses said about the sender of a request, by expressions: `meta(headers.authorization).answered`. */
export type CallerFacts = Readonly<Record<string, unknown>>;

/** Lists the bodies that are known of credentials, and of what those were issued for. */
export function factsOfCaller(
  request: ValuesByPosition,
  recall: (value: string) => KnownValue | undefined,
): CallerFacts {
  const facts: Record<string, unknown> = {};
  const add = (name: string, value: unknown, isLast: boolean): void => {
    const known = recall(toKeyText(value) ?? '');
    if (known?.made !== true) return;
    for (const [side, body] of Object.entries({ answered: known.answered, sent: known.sent })) {
      if (!isObject(body)) continue;
      const root = `meta(${name}).${side}`;
      facts[root] = Object.fromEntries(Object.entries(body).filter(([member]) => !isSecretPosition(member)));
      if (isLast) continue;
      for (const [member, inner] of Object.entries(body))
        if (inner !== value && keyNamePattern.test(member)) add(readMember(root, member), inner, true);
    }
  };
  for (const [position, [value]] of request)
    if (position.startsWith('headers.') && isSecretPosition(position)) add(toAccess(position), value, false);
  return facts;
}

/** Lists the values that are known of the sender, by expression. */
export function termsOfCaller(facts: CallerFacts): [text: string, value: unknown][] {
  return Object.entries(facts).flatMap(([root, body]) =>
    scalarsOf(body).map(([path, value]): [string, unknown] => [path.split('.').reduce(readMember, root), value]),
  );
}

/** Adds conditions on what several senders have in common, such as their role. */
export function addCallerConditions(
  observed: readonly { readonly caller: CallerFacts; readonly features: Map<string, ConditionKind> }[],
): void {
  const found = new Map<string, { readonly values: Set<unknown>; readonly callers: Set<string> }>();
  const rows = observed.map(({ caller, features }) => {
    const terms = termsOfCaller(caller).filter(
      ([, value]) => typeof value === 'boolean' || /^[A-Za-z_-]+$/.test(String(value)),
    );
    return { caller, features, terms };
  });
  for (const { caller, terms } of rows)
    for (const [text, value] of terms) {
      const { values, callers } = remember(found, text, () => ({ values: new Set(), callers: new Set() }));
      values.add(value);
      callers.add(JSON.stringify(caller));
    }
  for (const { features, terms } of rows)
    for (const [text, value] of terms) {
      const { values, callers } = found.get(text) ?? {};
      if (values !== undefined && values.size > 1 && values.size * 2 <= (callers?.size ?? 0))
        features.set(`${text} == ${toLiteral(value)}`, 'equals');
    }
}
