import { joinPointer } from '@understudy/contract';
import { getMember, type OperationPlan } from '@understudy/model';
import { refusalOf } from '../judge-request.js';
import { findDifference, wrongValue } from './compare-entities.js';
import { listPages } from './list-pages.js';
import type { StateSession } from './state-session.js';
import type { Access, CreatedEntity, Expectation, StateStep, Violation } from './state-step.js';

/** Expects that a created entity is returned as it was sent. */
export async function readBack(
  session: StateSession,
  created: CreatedEntity | undefined,
  says = '',
): Promise<Violation | undefined> {
  const read = session.operation('read');
  if (created === undefined || read === undefined) return undefined;
  const step = await session.call(read, { key: created.key });
  // After many creations, keys can exceed a maximum in the description.
  if (step.status === 400 && refusalOf(session.context.contract, read.operation, step.request) !== undefined)
    return undefined;
  if (step.status >= 300)
    return { step, says: `${says}a created entity cannot be read`, expected: expectStatus(read.statuses[0] ?? 200) };
  return findDifference(session, { step, sent: created.entity, says: `${says}the created entity has another` });
}

export async function expectListed(
  session: StateSession,
  { list, created, query }: { list: OperationPlan; created: CreatedEntity; query: Readonly<Record<string, string>> },
): Promise<Violation | undefined> {
  const of = Object.keys(query).length === 0 ? 'the list' : `the list with the filter ${Object.keys(query)[0]}`;
  if (selects(session, list, query)) return undefined;
  for await (const { step, items, isLast } of listPages(session, list, query)) {
    if (items.some((item) => session.isEntity(item, created.key))) return undefined;
    // Lists of references have other members.
    if (items.some((item) => getMember(item, session.resource.key ?? '') === undefined)) return undefined;
    if (!isLast) continue;
    return {
      step,
      says: `${of} does not contain a created entity`,
      expected: anyItem(session, list, items.length, created),
    };
  }
  return undefined;
}

/** Expects that a list does not contain an entity. */
export async function expectUnlisted(
  session: StateSession,
  list: OperationPlan,
  { key }: CreatedEntity,
  says: string,
): Promise<Violation | undefined> {
  for await (const { step, items } of listPages(session, list)) {
    const index = items.findIndex((item) => session.isEntity(item, key));
    if (index >= 0) return wrongValue(step, says, [index, session.resource.key ?? ''], key, '!=');
  }
  return undefined;
}

/**
 * Returns whether a list contains only some entities, because of another path or a required parameter that the query
 * does not set.
 */
export function selects(
  { resource }: StateSession,
  { operation, list }: OperationPlan,
  query: Readonly<Record<string, string>>,
): boolean {
  const paths = operation.parameters.filter((each) => each.in === 'path');
  const needed = operation.parameters.filter((each) => each.in === 'query' && each.required && !(each.name in query));
  return paths.length > resource.parents || needed.length > 0 || (list?.refers ?? []).length > 0;
}

/** Expects that no operation on a created entity succeeds with other credentials. */
export async function expectRefused(
  session: StateSession,
  access: Access,
  says: string,
): Promise<Violation | undefined> {
  const created = await session.create();
  if (created === undefined) return undefined;
  const { key, body } = created;
  let isTried = false;
  for (const does of ['read', 'list', 'create', 'update', 'replace', 'delete'] as const) {
    const plan = session.operation(does);
    if (plan === undefined || !needsCredentials(session, plan)) continue;
    if (access === 'other' && (does === 'list' || does === 'create')) continue;
    const step = await session.call(plan, { key, ...(does === 'create' ? { body } : {}) }, access);
    if (step.status < 300) return refuse(step, `${plan.operation.operationId} ${says}`);
    isTried = true;
  }
  return isTried ? undefined : session.cannot('no operation with credentials was tried');
}

function needsCredentials({ context: { options } }: StateSession, { operation }: OperationPlan): boolean {
  const { headers = {}, query = {} } = options.credentials?.(operation) ?? {};
  const isGiven = Object.keys(headers).length + Object.keys(query).length > 0;
  return isGiven && operation.security.length > 0 && operation.security.every((each) => Object.keys(each).length > 0);
}

/** Expects that the pages of a list show each entity once; `unfinished` if there are too many. */
export async function walkPages(
  session: StateSession,
  {
    list,
    created,
    query,
  }: { list: OperationPlan; created: readonly Pick<CreatedEntity, 'key'>[]; query: Readonly<Record<string, string>> },
): Promise<Violation | 'unfinished' | undefined> {
  const { key } = session.resource;
  if (key === undefined) return undefined;
  const seen = new Set<string>();
  let pages = 0;
  for await (const { step, items, isLast } of listPages(session, list, query)) {
    pages += 1;
    for (const [index, item] of items.entries()) {
      const own = getMember(item, key);
      if (own === undefined) return undefined;
      if (seen.has(String(own)))
        return wrongValue(step, `page ${pages} repeats an entity of an earlier page`, [index, key], own, '!=');
      seen.add(String(own));
    }
    const skipped = created.find((each) => !seen.has(String(each.key)));
    if (isLast && skipped === undefined) return undefined;
    if (isLast && skipped !== undefined)
      return { step, says: 'the pages of the list skip an entity', expected: anyItem(session, list, 1, skipped) };
  }
  return 'unfinished';
}

function anyItem(
  { resource }: StateSession,
  list: OperationPlan,
  items: number,
  { key }: Pick<CreatedEntity, 'key'>,
): Expectation {
  const parts = Array.from(
    { length: Math.max(1, Math.min(items, 20)) },
    (_item, index) => `$response.body#${joinPointer('', ...list.wrapped, index, resource.key ?? '')}`,
  );
  return { parts, operator: '==', value: key };
}

export function expectStatus(status: number): Expectation {
  return { parts: ['$statusCode'], operator: '==', value: status };
}

/** Creates the violation for a response that should be a rejection. */
export function refuse(step: StateStep, says: string): Violation {
  return { step, says, expected: { parts: ['$statusCode'], operator: '>=', value: 400 } };
}
