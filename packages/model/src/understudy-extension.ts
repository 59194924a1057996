import { ContractError, isObject, suggestName } from '@understudy/contract';
import { isModel } from './combine-changes.js';

/** Where the behavior model states what a member of `x-understudy` used to state. `{id}` is an operationId. */
const forms: Readonly<Record<string, string>> = {
  does: 'operations.{id}: { read: <resource> }, or list, create, replace, update, delete, act, or answer: described',
  action: 'operations.{id}.set',
  sets: 'operations.{id}.set',
  keyFrom: 'operations.{id}.key',
  collection: 'operations.{id}: { read: <resource> }, or list, create, replace, update, delete, act',
  key: 'resources.<resource>.key.member',
  states: 'resources.<resource>.lifecycle, with after in a transition',
  sends: 'operations.{id}.sends',
  seed: 'seeds.<resource>',
  webhookPolicy: 'webhooks, or operations.{id}.webhooks',
  idempotency: 'operations.{id}.idempotent',
  etag: 'operations.{id}.etag',
  rateLimit: 'http.rateLimit, or operations.{id}.rateLimit',
  paging: 'operations.{id}.page: { style: cursor, after: <parameter>, next: <member> }',
  unique: 'resources.<resource>.unique',
  remembers: 'operations.{id}.remembers',
  cases: 'responses.{id}',
  fake: 'resources.<resource>.members.<member>.sample',
};

const advice =
  'Write it as x-understudy at the root of the description with understudy: 1, or in a file for --model; docs/behavior-model.md explains it.';

/**
 * Rejects an `x-understudy` that is not a behavior model at the root.
 *
 * @param id operationId, or undefined for the description and paths
 * @throws ContractError that names the corresponding place in the model
 */
export function refuseDirections(value: unknown, where: string, id = '<operationId>'): void {
  if (value === undefined) return;
  const names = isObject(value) ? Object.keys(value) : [];
  const problems = names.map((name) => {
    const form = Object.hasOwn(forms, name) ? forms[name]?.replaceAll('{id}', id) : undefined;
    return form === undefined
      ? `there is no member "${name}".${suggestName(name, Object.keys(forms))}`
      : `"${name}" is now ${form} of the behavior model.`;
  });
  const problem = problems.length === 0 ? 'it has no behavior model.' : problems.join(' ');
  const message = `x-understudy of ${where}: ${problem} ${advice}`;
  throw new ContractError([{ ruleId: 'description/x-understudy', severity: 'error', message, pointer: '' }]);
}

/** Rejects an `x-understudy` in a schema, or anywhere else below the root of a description. */
export function refuseInner(document: object): void {
  const open: unknown[] = Object.values(document);
  const seen = new Set<unknown>();
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    if (isObject(node)) refuseDirections(node['x-understudy'], 'a schema');
    open.push(...Object.values(node));
  }
}

/** Rejects an `x-understudy` at the root of a description that lacks the version of the model. */
export function refuseOtherThanModel(value: unknown): void {
  if (value !== undefined && !isModel(value)) refuseDirections(value, 'the description');
}
