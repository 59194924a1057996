import { isJsonNumber, isObject } from '@understudy/contract';
import { wallNowMs } from '@understudy/kernel';
import {
  type CompiledExpression,
  type ExpressionContext,
  ExpressionError,
  getMember,
  type Resource,
  stepsPerRequest,
} from '@understudy/model';
import { findSignIn } from '../state/known-user.js';
import type { StateSession } from '../state/state-session.js';

type Values = Readonly<Record<string, unknown>>;

/** Returns the record of the user who sends the requests: null if there are no users, undefined if it is unknown. */
export function callerOf({ context, user, shown }: StateSession): unknown {
  if (context.users.length === 0) return findSignIn(context.plan) === undefined ? null : undefined;
  if (user === undefined) return undefined;
  const name = findSignIn(context.plan)?.resource;
  const resource = [...context.plan.resources.values()].find((each) => each.name === name);
  const records = resource === undefined ? [] : shown.known(resource);
  const own = records.find((each) =>
    Object.entries(user.by).every(([member, value]) => getMember(each, member) === value),
  );
  return { ...user.facts, ...own };
}

/**
 * Evaluates an expression of the model on the records that responses have contained.
 *
 * @returns undefined if it depends on an unknown value
 */
export function evaluate(
  session: StateSession,
  { evaluate: run, uses }: Pick<CompiledExpression, 'evaluate'> & Partial<Pick<CompiledExpression, 'uses'>>,
  values: Values,
): unknown {
  const caller = callerOf(session);
  if (caller === undefined && uses?.values.has('caller') !== false) return undefined;
  const { shown } = session;
  shown.hasMissed = false;
  const context: ExpressionContext = {
    values: { caller: caller ?? null, ...values },
    records: shown,
    now: serverTime(session),
    zone: session.context.plan.schemas.times.zone,
    budget: { steps: stepsPerRequest },
    locals: [],
  };
  try {
    const result = run(context);
    return shown.hasMissed ? undefined : result;
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** Returns the time of the server's last response. */
export function serverTime({ steps }: StateSession): Date {
  const said = Date.parse(steps.at(-1)?.headers['date'] ?? '');
  return new Date(Number.isNaN(said) ? wallNowMs() : said);
}

/** Tolerance for numbers, because servers round differently. */
const tolerance = 0.0101;
/** Maximum difference between times, because servers differ in clocks and time zones. */
const mostApart = 26 * 3_600_000;

/** Returns whether a value in a response equals the expected one. Undefined if they cannot be compared. */
export function agrees(session: StateSession, expected: unknown, shown: unknown): boolean | undefined {
  if (expected === undefined || expected === null || shown === undefined) return undefined;
  if (expected instanceof Date || (typeof expected === 'string' && isNear(session, expected))) {
    const [one, other] = [instantOf(expected), instantOf(shown)];
    if (shown === null) return false;
    // The clock of a test can show a different time.
    return one !== undefined && other !== undefined && Math.abs(one - other) <= mostApart ? true : undefined;
  }
  if (isJsonNumber(expected) && isJsonNumber(shown)) return Math.abs(Number(expected) - Number(shown)) <= tolerance;
  if (isObject(expected) || Array.isArray(expected) || isObject(shown) || Array.isArray(shown)) return undefined;
  return String(expected) === String(shown) || (instantOf(expected) ?? 0) === (instantOf(shown) ?? 1);
}

function isNear(session: StateSession, text: string): boolean {
  const instant = instantOf(text);
  return instant !== undefined && Math.abs(instant - serverTime(session).getTime()) < mostApart;
}

function instantOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'number') return value > 1e11 ? value : value > 1e9 ? value * 1000 : undefined;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Returns the resource with a name. */
export function resourceNamed({ context: { plan } }: StateSession, name: string): Resource | undefined {
  return [...plan.resources.values()].find((each) => each.name === name);
}

/** Returns the names of the record's members that an expression reads, as in `self.name`. */
export function membersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\bself\.([A-Za-z_]\w*)/g)].map(([, name = '']) => name))];
}
