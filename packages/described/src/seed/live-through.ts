import { parseDuration } from '@understudy/contract';
import type { RandomSource } from '@understudy/kernel';
import {
  type CompiledExpression,
  type CompiledLifecycle,
  type CompiledTransition,
  getMember,
  namesOf,
  type Resource,
} from '@understudy/model';
import type { BehaviorSession } from '../handle/behavior/behavior-session.js';
import { applyComputed, applyStamps, applyTransition } from '../handle/behavior/transition.js';

type Fields = Record<string, unknown>;

/** A record whose past is simulated. */
export interface Life {
  readonly resource: Resource;
  readonly key: string;
  readonly parents: string;
  readonly born: Date;
  readonly now: Date;
  readonly random: RandomSource;
  /** Creates the session for an event of the record at a given time. */
  readonly sessionAt: (at: Date) => BehaviorSession;
  /** Corrects members that a transition could not set without a request body. */
  readonly complete: (fields: Fields) => void;
  /** The probabilities of transitions in the model, by transition name or operation. */
  readonly shares: Readonly<Record<string, number>>;
  /** The times of transitions in the model, by transition name or operation. */
  readonly times: ReadonlyMap<string, CompiledExpression>;
}

const [hour, day] = [3_600_000, 86_400_000];
/** Maximum number of transitions of one record. */
const mostSteps = 8;

/**
 * Applies transitions of its lifecycle to a new record, in order, until now. Some records stay in each state, and
 * recent ones advance less.
 */
export function liveThrough(life: Life, created: Fields): Fields {
  const { resource, born, now, sessionAt } = life;
  const lifecycle = sessionAt(born).behaviorOf(resource)?.lifecycle;
  if (lifecycle === undefined) return created;
  let fields = created;
  let at = born;
  const member = lifecycle.member.join('.');
  const seen = new Set([String(getMember(created, member))]);
  for (let step = 0; step < mostSteps; step += 1) {
    const next = chooseNext(life, lifecycle, { fields, at, seen });
    if (next === undefined || next.at > now) return fields;
    const session = sessionAt(next.at);
    const before = fields;
    fields = { ...before };
    applyStamps(session, resource, fields, 'change');
    session.place(fields, resource, life);
    applyTransition(session, { resource, before }, next.transition, fields);
    life.complete(fields);
    applyComputed(session, resource, fields, true);
    at = next.at;
    seen.add(String(getMember(fields, member)));
  }
  return fields;
}

interface Moment {
  readonly fields: Fields;
  readonly at: Date;
  /** The states that the record has already been in. */
  readonly seen: ReadonlySet<string>;
}

interface Step {
  readonly transition: CompiledTransition;
  readonly at: Date;
}

function chooseNext(life: Life, lifecycle: CompiledLifecycle, { fields, at, seen }: Moment): Step | undefined {
  const { resource, random, now } = life;
  const member = lifecycle.member.join('.');
  const state = String(getMember(fields, member));
  const possible = lifecycle.transitions.filter(
    ({ from, to, when }) => to !== undefined && when === undefined && (from.length === 0 || from.includes(state)),
  );
  const timed = possible.filter(({ statement: { after, share = 1 } }) => after !== undefined && random() < share);
  const timers = timed.map((transition): Step => {
    return { transition, at: new Date(at.getTime() + parseDuration(String(transition.statement.after))) };
  });
  const [timer] = timers.sort((one, other) => one.at.getTime() - other.at.getTime());
  const requested = new Date(at.getTime() + Math.ceil((0.5 * hour + 6 * day * random() ** 2) / 1000) * 1000);
  if (timer !== undefined && timer.at <= requested) return timer;
  const session = life.sessionAt(requested);
  session.place(fields, resource, life);
  const isRead = possible.some(({ needs, to }) => needs.length > 0 || (to?.expressions.length ?? 0) > 0);
  const self = isRead ? session.show(resource, fields, life) : fields;
  const asked = possible.filter(
    (each) =>
      each.statement.on !== undefined &&
      each.to !== undefined &&
      !seen.has(String(session.evaluate(each.to, { self, old: self }))) &&
      each.needs.every(([, condition]) => session.evaluate(condition, { self, old: self }) === true),
  );
  // Old records have usually left their state.
  const isOld = now.getTime() - at.getTime() > 60 * day;
  const transition = pick(asked, life, lifecycle, random() < (isOld ? 0.2 : 0.4));
  if (transition === undefined) return timer;
  const stated = timeOf(life, transition, self);
  return { transition, at: stated === undefined ? requested : new Date(Math.max(at.getTime(), stated)) };
}

/** The time of a transition, if the model states it. */
function timeOf(
  { times, sessionAt, now }: Life,
  { name, statement }: CompiledTransition,
  self: Readonly<Fields>,
): number | undefined {
  const stated = [name, ...namesOf(statement.on)].flatMap((each) => times.get(each) ?? [])[0];
  const at = stated === undefined ? null : sessionAt(now).evaluate(stated, { self });
  if (at instanceof Date) return at.getTime();
  const instant = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * Chooses a transition by the probabilities in the model. Otherwise, transitions that lead on are chosen more often
 * than those that end the lifecycle.
 */
function pick(
  possible: readonly CompiledTransition[],
  { random, shares }: Life,
  lifecycle: CompiledLifecycle,
  isStaying: boolean,
): CompiledTransition | undefined {
  const open: CompiledTransition[] = [];
  for (const each of possible) {
    const { share = shares[each.name], on } = each.statement;
    const stated = share ?? namesOf(on).map((id) => shares[id])[0];
    const part = stated ?? (isUndone(each, lifecycle) ? seldom : undefined);
    if (part === undefined) open.push(each);
    else if (random() < part) return each;
  }
  if (isStaying) return undefined;
  const weights = open.map((each) => weightOf(each, lifecycle));
  let left = random() * weights.reduce((sum, each) => sum + each, 0);
  return open.find((_each, index) => {
    left -= weights[index] ?? 0;
    return left < 0;
  });
}

/** The probability of a transition that can be reversed, such as to `blocked`. */
const seldom = 0.25;

/** True if another transition reverses this one. */
function isUndone(one: CompiledTransition, { transitions }: CompiledLifecycle): boolean {
  const { from, statement } = one;
  return transitions.some(
    (each) => each !== one && each.from.includes(String(statement.to)) && from.includes(String(each.statement.to)),
  );
}

/** The weight of a transition. Transitions that are possible in many states are rare. */
function weightOf({ from, statement: { to } }: CompiledTransition, { transitions }: CompiledLifecycle): number {
  const leadsOn = transitions.some(
    (each) => each.statement.to !== to && each.to !== undefined && each.from.includes(String(to)),
  );
  return (leadsOn ? 2 : 1) / (from.length === 0 ? 4 : from.length) ** 3;
}
