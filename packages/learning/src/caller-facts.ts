import { isObject } from '@understudy/contract';
import { isSecretPosition, type KnownValue, toKeyText, type ValuesByPosition } from '@understudy/described';
import { remember, setMember } from '@understudy/model';
import { isAccountOf } from './accounts.js';
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
  const add = (name: string, value: unknown, around?: object): void => {
    const known = recall(toKeyText(value) ?? '');
    if (known === undefined || !(known.made || isAccountOf(known, around))) return;
    for (const [side, body] of Object.entries({ answered: known.answered, sent: known.sent })) {
      if (!isObject(body)) continue;
      const root = `meta(${name}).${side}`;
      const fact = {};
      facts[root] = fact;
      for (const [path, inner] of scalarsOf(body)) {
        if (!isSecretPosition(path)) setMember(fact, path, inner);
        if (around !== undefined || inner === value) continue;
        // Several resources can use the same small number as a key.
        const isKey = keyNamePattern.test(path) && !(Number(inner) < 1000);
        if (isKey || isAccountOf(recall(toKeyText(inner) ?? ''), body))
          add(path.split('.').reduce(readMember, root), inner, body);
      }
    }
  };
  for (const [position, [value]] of request)
    if (position.startsWith('headers.') && isSecretPosition(position)) add(toAccess(position), value);
  return facts;
}

/** Lists the values that are known of the sender, by expression. */
export function termsOfCaller(facts: CallerFacts): [text: string, value: unknown][] {
  return Object.entries(facts).flatMap(([root, body]) =>
    scalarsOf(body).map(([path, value]): [string, unknown] => [path.split('.').reduce(readMember, root), value]),
  );
}

/** Names of members with the role of a sender, even if no two senders of a recording have the same one. */
const roleName = /(?:^|[._])(?:is_?)?(?:role|kind|type|scope|admin|level|tier|plan|permission)$/i;

/** Adds conditions on what several senders have in common, such as their role. */
export function addCallerConditions(
  observed: readonly {
    readonly caller: CallerFacts;
    readonly sender: string | undefined;
    readonly features: Map<string, ConditionKind>;
  }[],
): void {
  const found = new Map<string, Map<string, Set<unknown>>>();
  const rows = observed.flatMap(({ caller, sender, features }) => {
    const terms = termsOfCaller(caller).filter(
      ([, value]) => typeof value === 'boolean' || /^[A-Za-z_-]+$/.test(String(value)),
    );
    return sender === undefined ? [] : [{ sender, features, terms }];
  });
  for (const { sender, terms } of rows)
    for (const [text, value] of terms) {
      const senders = remember(found, text, () => new Map<string, Set<unknown>>());
      remember(senders, sender, () => new Set()).add(value);
    }
  for (const { features, terms } of rows)
    for (const [text, value] of terms) {
      const senders = [...(found.get(text)?.values() ?? [])];
      const size = new Set(senders.flatMap((values) => [...values])).size;
      // A role does not change during a session.
      const isStable = senders.every((values) => values.size === 1);
      if (size > 1 && isStable && (size * 2 <= senders.length || roleName.test(text)))
        features.set(`${text} == ${toLiteral(value)}`, 'state');
    }
}
