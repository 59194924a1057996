import { normalizeName, type OperationPlan, splitWords } from '@understudy/model';
import { sharesRoot } from '../../prose/refusal-forms.js';
import type { NamedMember } from '../../prose/vocabulary.js';
import { credentials } from '../../words/new-record-words.js';
import { shipmentNumbers, shipmentVerbs } from '../../words/shipments.js';
import { rootOf } from '../../words/verb-forms.js';
import { isVerb } from '../../words/verbs.js';
import { operationPointerOf } from '../lifecycle/lifecycles.js';
import type { InferredStatement, Knowledge } from '../rule.js';

/** A member that an action sets, and its new value. */
export interface FoundSet {
  readonly member: string;
  readonly value: unknown;
  readonly reason: InferredStatement['reason'];
}

/** Decisions that a member such as `decidedAt` is about. */
const deciding = new Set(['approve', 'reject', 'deny', 'decline', 'accept'].map(rootOf));

/** True for a date, a time, and a text whose name is that of a time. */
export function isDated({ name, schema }: NamedMember): boolean {
  return (
    /^date/.test(String(schema.keywords['format'])) || (/(?:At|_at)$/.test(name) && schema.types.includes('string'))
  );
}

/** Members of the request that are kept under the same name, under the verb and this name, or "as `decisionNote`". */
export function* keptOf(
  sent: readonly (readonly [string, unknown])[],
  { plan: { schemas } }: Knowledge,
  { plan, own }: { readonly plan: OperationPlan; readonly own: readonly NamedMember[] },
): Iterable<FoundSet> {
  const verbs = splitWords(plan.operation.operationId);
  for (const [name, schema] of sent) {
    const { types } = schemas.chosen(schema);
    const isPlain = types.every((type) => /^(?:string|number|integer|null)$/.test(type)) && types.length > 0;
    // A credential in the request only proves who sends it.
    const isKept = isPlain && /^\w+$/.test(name) && !credentials.test(normalizeName(name));
    for (const each of isKept ? own : []) {
      const [verb = '', ...rest] = splitWords(each.name);
      const isSame = each.name === name && each.schema.nullable;
      const isOfVerb =
        rest.join() === splitWords(name).join() &&
        verbs.some(
          (one) => sharesRoot(verb, one) || rootOf(verb) === rootOf(one) || (isVerb(one) && verb.startsWith(one)),
        );
      const isAlike = each.schema.keywords['format'] === schemas.chosen(schema).keywords['format'];
      const isAlikeIn = each.schema.types.some((type) => type !== 'null' && types.includes(type));
      if (!(isSame || isOfVerb) || !isAlikeIn || (isDated(each) && !isAlike)) continue;
      const reason = { from: operationPointerOf(plan.operation, 'requestBody'), says: `${name} in the request` };
      const { default: usual = null } = schemas.chosen(schema).keywords;
      yield { member: each.name, value: `=has(body.${name}) ? body.${name} : ${JSON.stringify(usual)}`, reason };
    }
    const says = String(schemas.chosen(schema).keywords['description'] ?? '');
    const [, kept = ''] =
      /\b(?:kept|stored|saved|recorded|shown|remembered|ends up|appears|becomes?) (?:as|in|under|the) `?(\w+)`?/i.exec(
        says,
      ) ?? [];
    const member = own.find((each) => normalizeName(each.name) === normalizeName(kept));
    if (member === undefined || member.name === name || !/^\w+$/.test(name)) continue;
    yield {
      member: member.name,
      value: `=has(body.${name}) ? body.${name} : null`,
      reason: { from: operationPointerOf(plan.operation, 'requestBody'), says },
    };
  }
}

/** `renewals` grows with `renew`, `last_restart_at` is the time of the last `restart`, `decidedAt` that of `approve`. */
export function* byVerb({ operation }: OperationPlan, own: readonly NamedMember[]): Iterable<FoundSet> {
  const last =
    operation.path
      .split(/[/:]/)
      .filter((part) => part !== '' && !part.includes('{'))
      .at(-1) ?? '';
  const [first = ''] = splitWords(operation.operationId);
  const words = [...new Set([...splitWords(last).slice(0, 1), first])].filter(
    (word) => isVerb(word) || (word === first && word === last),
  );
  for (const member of own) {
    const { name, schema, description } = member;
    const plain = splitWords(name);
    const from = operationPointerOf(operation);
    const isCounter =
      schema.types.includes('integer') &&
      !/left|remaining|max|limit/i.test(name) &&
      (plain.length === 1 || /count|times|number/i.test(name));
    const saysCount =
      description === '' || /how (?:often|many times)|number of (?:times|\w+)|\btimes\b|count/i.test(description);
    const says = `${operation.operationId} and ${name}`;
    for (const verb of words) {
      // A tracking number is that of the shipment.
      const isTracking = shipmentNumbers.test(plain[0] ?? '') && shipmentVerbs.test(verb);
      if (isTracking && schema.nullable && schema.types.includes('string') && schema.keywords['format'] === undefined)
        yield { member: name, value: '=next("{digits:12}")', reason: { from, says } };
      if (isCounter && saysCount && sharesRoot(name, verb))
        yield { member: name, value: `=old.${name} + 1`, reason: { from, says } };
      if (!isDated(member)) continue;
      const stem = plain.filter((word) => !['last', 'at', 'on', 'time', 'date'].includes(word));
      const isLast = plain[0] === 'last' && stem.length === 1 && rootOf(stem[0] ?? '') === rootOf(verb);
      const isDecision =
        stem.length === 1 &&
        ['decided', 'decision', 'reviewed', 'resolved'].includes(stem[0] ?? '') &&
        deciding.has(rootOf(verb));
      if ((isLast || isDecision) && schema.nullable) yield { member: name, value: '=now', reason: { from, says } };
    }
  }
}
