import { isObject } from '@understudy/contract';
import { isSecretPosition, type KnownValue, toKeyText, type ValuesByPosition } from '@understudy/described';
import { getMember, remember, setMember } from '@understudy/model';
import { isAccountOf } from './accounts.js';
import { type ConditionKind, keyNamePattern } from './extract-conditions.js';
import { scalarsOf } from './record-use.js';
import { readMember, toAccess, toLiteral } from './to-cel.js';

/**
 * Facts about the sender of a request from earlier exchanges, by expression: `meta(headers.authorization).answered`.
 */
export type CallerFacts = Readonly<Record<string, unknown>>;

/**
 * Lists the bodies in which a credential was issued or sent, and those of the records it was issued for.
 *
 * @param renewals positions of credentials in requests that exchange them for new ones
 */
export function factsOfCaller(
  request: ValuesByPosition,
  recall: (value: string) => KnownValue | undefined,
  renewals: readonly string[] = [],
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
        if (isSecretPosition(path)) continue;
        setMember(fact, path, inner);
        if (around !== undefined || inner === value) continue;
        // Several resources can use the same small number as a key.
        const isKey = keyNamePattern.test(path) && !(Number(inner) < 1000);
        if (isKey || isAccountOf(recall(toKeyText(inner) ?? ''), body))
          add(path.split('.').reduce(readMember, root), inner, body);
      }
    }
  };
  for (const [position, [value]] of request)
    if (position.startsWith('headers.') && isSecretPosition(position)) {
      const [name, first] = firstCredential(toAccess(position), value, renewals, recall);
      add(name, first);
    }
  return facts;
}

/** Returns the original credential behind a renewed one, with an expression for it. */
function firstCredential(
  name: string,
  value: unknown,
  renewals: readonly string[],
  recall: (value: string) => KnownValue | undefined,
): readonly [name: string, value: unknown] {
  const sent = recall(toKeyText(value) ?? '')?.sent;
  return renewals.reduce<readonly [string, unknown]>(
    ([text, last], position) => {
      const before = `meta(${name}).${toAccess(position.replace('body', 'sent'))}`;
      return [`(${before} != null ? ${before} : ${text})`, getMember({ body: sent }, position) ?? last];
    },
    [name, value],
  );
}

/** Finds the positions of credentials in requests that exchange them for new ones. */
export function findRenewals(
  all: readonly { readonly request: ValuesByPosition; readonly response: ValuesByPosition }[],
): string[] {
  const issued = new Set<unknown>();
  const found = new Set<string>();
  for (const { request, response } of all) {
    const secrets = [...response].flatMap(([position, values]) => (isSecretPosition(position) ? values : []));
    for (const [position, [value]] of request)
      if (position.startsWith('body.') && secrets.length > 0 && issued.has(value)) found.add(position);
    for (const secret of secrets) issued.add(secret);
  }
  return [...found];
}

/** Lists the known values about the sender, by expression. */
export function termsOfCaller(facts: CallerFacts): [text: string, value: unknown][] {
  return Object.entries(facts).flatMap(([root, body]) =>
    scalarsOf(body).map(([path, value]): [string, unknown] => [path.split('.').reduce(readMember, root), value]),
  );
}

/** Names of members that contain the role of a sender, even if no two senders of a recording share a role. */
const roleName = /(?:^|[._])(?:is_?)?(?:role|kind|type|scope|admin|level|tier|plan|permission)$/i;

/** Adds conditions on properties that several senders share, such as their role. */
export function addCallerConditions(
  observed: readonly {
    readonly caller: CallerFacts;
    readonly sender: string | undefined;
    readonly features: Map<string, ConditionKind>;
    readonly request: ValuesByPosition;
  }[],
): void {
  for (const { caller, features, request } of observed)
    for (const [term, own] of termsOfCaller(caller))
      for (const [position, [value]] of keyNamePattern.test(term) ? request : [])
        if (position.startsWith('path.'))
          features.set(`${toAccess(position)} ${toKeyText(own) === value ? '==' : '!='} string(${term})`, 'record');
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
      if (size > 1 && isStable && (size * 2 <= senders.length || typeof value === 'boolean' || roleName.test(text)))
        features.set(`${text} == ${toLiteral(value)}`, 'state');
    }
}
