import { isObject } from '@understudy/contract';
import { type ActionEffects, lastSegment, splitWords, type TransitionStatement, toPathShape } from '@understudy/model';
import { noEffects, planEffects } from '../../names/plan-effects.js';
import { listErrorCodes } from '../../prose/error-codes.js';
import { otherNamesIn } from '../../prose/other-names.js';
import { readStates } from '../../prose/read-states.js';
import { plainText, reasonsOf } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { joinSentences, sentencesOf } from '../../prose/sentences.js';
import { namesOther } from '../../prose/state-mentions.js';
import { isVerb, listParticiples, phrasalVerbIn } from '../../words/verbs.js';
import { sentencesAbout } from '../refusals.js';
import type { InferredStatement, Knowledge } from '../rule.js';
import { type CourseStep, courseOf, stepsOfAction } from './courses.js';
import { type DefaultGuard, defaultGuard } from './default-guard.js';
import {
  actionOf,
  type FoundLifecycle,
  type LifecycleOperation,
  operationPointerOf,
  readResponseTexts,
  scopeOf,
} from './lifecycles.js';
import { type Evidence, readEvidence, refusals } from './read-evidence.js';

/** A transition that a description says, and where it says so. */
export interface ReadTransition {
  readonly statement: TransitionStatement;
  readonly reason: InferredStatement['reason'];
  /** The status of its refusal, if it is not the usual one. */
  readonly status?: number;
}

/** Stamps of every change. They belong to no transition. */
const general = /^(?:created|updated|modified|changed|inserted|last)/i;

/** Reads the transition of an operation: where it leads to, what it sets, and from which states it is possible. */
export function readTransition(
  known: Knowledge,
  lifecycle: FoundLifecycle,
  operation: LifecycleOperation,
): ReadTransition | undefined {
  const { plan, isOnPart } = operation;
  const action = actionOf(known, plan, scopeOf(known, lifecycle));
  const evidence = readEvidence(known, operation, action);
  const isAction = (plan.does === 'act' || isEnding(operation)) && !isOnPart;
  const target = isAction ? targetOf(lifecycle, operation, evidence) : undefined;
  const course = isAction ? stepsOfAction(courseOf(known, lifecycle), action, target) : [];
  const [only, another] = new Set(course.flatMap((step) => step.to));
  const to = target ?? (another === undefined ? only : undefined);
  const usual = to === undefined ? undefined : defaultGuard(known, lifecycle, { operation, to });
  const guard = guardOf(lifecycle, operation, {
    evidence,
    course: courseEvidence(course),
    to,
    usual,
    defaultCode: codeOfConflict(known, operation, action.scope),
  });
  if (to === undefined && guard === undefined) return undefined;
  const set =
    to === undefined
      ? {}
      : timesOfState(known, lifecycle, { to, scope: action.scope, effects: plan.effects ?? noEffects });
  const [first] = guard?.evidence ?? evidence.filter(({ claim }) => claim.to !== undefined);
  const statement: TransitionStatement = {
    on: plan.operation.operationId,
    ...(guard === undefined ? {} : { from: guard.states.length === 1 ? (guard.states[0] ?? '') : [...guard.states] }),
    ...(to === undefined ? {} : { to }),
    ...(Object.keys(set).length === 0 ? {} : { set }),
    ...(guard?.otherwise === undefined ? {} : { otherwise: guard.otherwise }),
  };
  const reason =
    first === undefined
      ? { from: operationPointerOf(plan.operation), says: plan.operation.path }
      : {
          from: first.from,
          says: joinSentences([first, ...evidence.filter(isSaidBy(statement))].map(({ says }) => says)),
        };
  return { statement, reason, ...(guard?.status === undefined ? {} : { status: guard.status }) };
}

/** The steps of an action as one sentence about it. */
function courseEvidence([first, ...more]: readonly CourseStep[]): Evidence | undefined {
  if (first === undefined) return undefined;
  const all = [first, ...more];
  const allowed = [...new Set(all.flatMap(({ from }) => from))];
  return { claim: { allowed }, from: first.at, says: joinSentences(all.map(({ says }) => says)) };
}

/** Whether a transition does all that a sentence says. */
function isSaidBy({ from, to: reached }: TransitionStatement): (evidence: Evidence) => boolean {
  const states = from === undefined ? undefined : [from].flat();
  return ({ claim: { allowed, to, isPart } }) =>
    isPart !== true &&
    (to === undefined || to === reached) &&
    (states ?? []).every((state) => allowed?.includes(state) !== false) &&
    (states !== undefined || allowed === undefined);
}

/** The state that an action leads to: as its description says, or else as its name. */
function targetOf(
  { member, states, nouns }: FoundLifecycle,
  { plan }: LifecycleOperation,
  evidence: readonly Evidence[],
): string | undefined {
  const said = new Set(evidence.flatMap(({ claim }) => claim.to ?? []));
  if (said.size > 1) return undefined;
  const isNamed = plan.operation.method !== 'DELETE' && isOneVerb(plan.operation.path, nouns);
  const named = plan.effects?.set[member];
  const planned = isNamed ? named : undefined;
  const ended =
    plan.does === 'delete' && said.size === 0 ? endOf(states, plan.operation.operationId, evidence) : undefined;
  const [to = planned ?? ended] = said;
  return typeof to === 'string' && states.includes(to) ? to : undefined;
}

/** True if a deletion has a verb of its own, so that it may lead to a state: `DELETE`, "cancelReservation". */
function isEnding({ plan }: LifecycleOperation): boolean {
  const [verb = ''] = splitWords(plan.operation.operationId);
  return plan.does === 'delete' && isVerb(verb) && !['delete', 'remove', 'destroy'].includes(verb);
}

/** The state that a deletion leads to: one that its refusal names, so that the record is still there. */
function endOf(states: readonly string[], operationId: string, evidence: readonly Evidence[]): string | undefined {
  const [verb = ''] = splitWords(operationId);
  const after = listParticiples(verb);
  return states.find(
    (state) =>
      after.includes(state.toLowerCase()) && evidence.some(({ claim }) => claim.allowed?.includes(state) === false),
  );
}

/** True if the last part of a path is only a verb or its noun: not `enable-backup`, whose effect is on something else. */
function isOneVerb(path: string, nouns: readonly string[]): boolean {
  const own = new Set(nouns.flatMap((noun) => noun.split(' ')));
  const words = splitWords(lastSegment(toPathShape(path))).filter((word) => !own.has(word));
  return words.length === 1 || phrasalVerbIn(words).length > 0;
}

/** The code of the refusal by the state, if its description names just one. */
function codeOfConflict(known: Knowledge, { plan }: LifecycleOperation, scope: Scope): string | undefined {
  const texts = readResponseTexts(known, plan).filter(({ status }) => status === 409);
  // "If another boat lies in the berth you get 409 `berth_occupied`" is about the berth.
  const said = sentencesAbout(plan).filter(
    (sentence) => /\b409\b/.test(sentence) && !namesOther(plainText(sentence), scope.kind, scope.vocabulary),
  );
  const codesIn = (text: string) => listErrorCodes(text, otherNamesIn(known.document)).map(({ code }) => code);
  const codes = new Set([
    ...texts.flatMap(({ text }) => [...reasonsOf(text).flatMap(({ code }) => code ?? []), ...codesIn(text)]),
    ...said.flatMap(codesIn),
  ]);
  return codes.size === 1 ? [...codes][0] : undefined;
}

interface Guard {
  readonly states: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly otherwise?: string;
  readonly status?: number;
}

function guardOf(
  { states }: FoundLifecycle,
  { plan }: LifecycleOperation,
  {
    evidence,
    course,
    to,
    usual,
    defaultCode,
  }: {
    readonly evidence: readonly Evidence[];
    /** The steps of this action in texts about the lifecycle. */
    readonly course: Evidence | undefined;
    readonly to: string | undefined;
    readonly usual: DefaultGuard | undefined;
    readonly defaultCode: string | undefined;
  },
): Guard | undefined {
  const { statuses } = plan.operation;
  const responses = isObject(plan.node['responses']) ? plan.node['responses'] : {};
  const isDescribed = (status: string) => {
    const response = responses[status];
    return statuses.includes(status) && !(isObject(response) && response['x-understudy-added'] === true);
  };
  const isOpen = isDescribed('4XX') || isDescribed('default');
  const described = refusals.filter((status) => isDescribed(String(status)) || (isOpen && status === 409));
  if (described.length === 0) return undefined;
  const bound = evidence.flatMap((each) => {
    const { claim } = each;
    const once = claim.isOnce === true && to !== undefined ? states.filter((state) => state !== to) : claim.allowed;
    return once === undefined ? [] : [{ ...each, claim: { ...claim, allowed: once } }];
  });
  const byForm = bound.filter(({ claim }) => claim.isWeak !== true && claim.isLoose !== true);
  const strong = byForm.length > 0 ? byForm : bound.filter(({ claim }) => claim.isWeak !== true);
  const weak = bound.filter(
    ({ claim }) => described.includes(409) && to !== undefined && claim.allowed?.includes(to) !== true,
  );
  const general: Evidence[] = usual === undefined ? [] : [{ claim: { allowed: usual.allowed }, ...usual }];
  const leftBy = (all: readonly Evidence[]) =>
    states.filter((state) => all.every(({ claim }) => claim.allowed?.includes(state) !== false));
  const ofCourse = course === undefined ? [] : [course, ...byForm];
  const own = strong.length > 0 ? strong : weak.length > 0 ? weak : general;
  const used = course === undefined ? own : leftBy(ofCourse).length > 0 ? ofCourse : [course];
  const left = leftBy(used);
  if (used.length === 0 || left.length === 0 || left.length === states.length) return undefined;
  const status = used.find((each) => each.status !== undefined)?.status;
  // A sentence with another code can be about other things than the steps.
  const isOfStep = ({ claim }: Evidence) => course === undefined || claim.allowed?.join() === left.join();
  const code = used.find((each) => each.code !== undefined && isOfStep(each))?.code ?? defaultCode;
  const isUsual = status === undefined || status === described[0];
  const otherwise = code ?? (isUsual ? undefined : `state${status}`);
  return {
    states: left,
    evidence: used,
    ...(otherwise === undefined ? {} : { otherwise }),
    ...(isUsual ? {} : { status }),
  };
}

/** "Null unless the order was paid", "Set when it is paid": the words for the state in which a time is there. */
const saysSince =
  /\b(?:null|empty|absent) (?:unless|until|before) (?:it |they |that )?(.+)$|^set (?:when|once|as soon as) (.+?)(?:,.*)?$/;

const onlyThere = /\b(?:null|empty|absent) (?:in (?:any|every|all) other (?:state|status)|otherwise)/i;

/** The times that a transition to a state sets, and those that it clears. They are null before it. */
export function timesOfState(
  { plan: { schemas } }: Knowledge,
  { resource }: FoundLifecycle,
  { to, scope, effects }: { readonly to: string; readonly scope: Scope; readonly effects?: ActionEffects | undefined },
): Readonly<Record<string, string>> {
  const { required, properties } = schemas.chosen(resource.schema);
  const said = [...properties].flatMap(([name, property]) => {
    const { keywords, nullable } = schemas.chosen(property);
    const isTime = nullable && /^date/.test(String(keywords['format']));
    const phrases = isTime ? sentencesOf(keywords['description']).map(plainText) : [];
    return phrases.some((text) => {
      const [, unless, since = unless] = saysSince.exec(text.replace(/^.*; /, '')) ?? [];
      return since !== undefined && readStates(scope, since)?.join() === to;
    })
      ? [name]
      : [];
  });
  const own = Object.entries((effects ?? planEffects(schemas, resource.schema, to)).set).flatMap(([name, value]) =>
    value === '=now' && !name.includes('.') ? [name] : [],
  );
  const names = [...new Set([...own, ...said])].filter((name) => {
    const isOptional = schemas.flat(schemas.member(resource.schema, name)).nullable || !required.has(name);
    return isOptional && !resource.writable.has(name) && !general.test(name);
  });
  // "Null in any other state"
  const left = [...properties].flatMap(([name, property]) => {
    const { keywords, nullable } = schemas.chosen(property);
    const isOnlyThere = nullable && onlyThere.test(String(keywords['description'] ?? '').slice(0, 500));
    return isOnlyThere && !names.includes(name) && !resource.writable.has(name) ? [[name, '=null'] as const] : [];
  });
  return Object.fromEntries([...names.map((name) => [name, '=now'] as const), ...left]);
}
