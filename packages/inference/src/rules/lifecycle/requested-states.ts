import { joinPointer } from '@understudy/contract';
import { namesOf, normalizeName, type OperationPlan, splitWords, type TransitionStatement } from '@understudy/model';
import { onlyCodeIn } from '../../prose/error-codes.js';
import { otherNamesIn } from '../../prose/other-names.js';
import { plainText, reasonsOf } from '../../prose/reasons.js';
import { sentencesOf } from '../../prose/sentences.js';
import { otherSteps, readSteps, readStory, stepsInTables } from '../../prose/steps.js';
import { dot, type Kind } from '../../prose/vocabulary.js';
import { rootOf } from '../../words/verb-forms.js';
import { listParticiples } from '../../words/verbs.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';
import { tagTextsOf } from '../tag-texts.js';
import { courseOf } from './courses.js';
import { decisions } from './default-guard.js';
import { initialOf } from './initial-state.js';
import { type FoundLifecycle, findLifecycles, operationPointerOf, readResponseTexts, scopeOf } from './lifecycles.js';
import { timesOfState } from './read-transition.js';
import { type Choice, choicesOf, namesChoice } from './requested-choices.js';

/** Infers the transitions of which a request names one: by `status` of a change, `to` of an action, `approve: true`. */
export const requestedStates: InferenceRule = {
  id: 'requested-state',
  says: 'A request that names a state, or the verb of one, leads to it from the states that the description says',
  *infer(known) {
    for (const lifecycle of findLifecycles(known)) {
      const requests = lifecycle.operations.flatMap(({ plan, isOnPart }) => {
        const choices = isOnPart
          ? []
          : choicesOf({ plan, kind: scopeOf(known, lifecycle).kind, schemas: known.plan.schemas });
        return choices.length === 0 ? [] : [{ plan, choices }];
      });
      for (const { plan, choices } of requests)
        yield* transitionsOf(known, lifecycle, { plan, choices, isOnly: requests.length === 1 });
    }
  },
};

interface Request {
  readonly plan: OperationPlan;
  readonly choices: readonly Choice[];
  /** True if no other operation has a state in its request. */
  readonly isOnly: boolean;
}

function* transitionsOf(
  known: Knowledge,
  lifecycle: FoundLifecycle,
  { plan, choices, isOnly }: Request,
): Iterable<InferredStatement> {
  const { operationId } = plan.operation;
  const scope = scopeOf(known, lifecycle);
  const rules = rulesOf(known, lifecycle, { plan, kind: scope.kind, choices });
  if (rules === undefined) return;
  const { from, says, mayStay, code, status, sources } = rules;
  const at = joinPointer('/resources', lifecycle.resource.name, 'lifecycle');
  const reason = { from, says };
  yield { at: joinPointer(at, 'member'), value: lifecycle.member, reason };
  const [first, another] = lifecycle.states.filter((state) => rules.first?.(state) === true);
  if (first !== undefined && another === undefined && initialOf(known, lifecycle) === undefined)
    yield { at: joinPointer(at, 'initial'), value: first, reason };
  for (const choice of choices) {
    const { state } = choice;
    const starts = sources(state);
    const all = starts === undefined ? undefined : mayStay ? [...new Set([...starts, state])] : starts;
    const set = {
      ...timesOfState(known, lifecycle, { to: state, scope }),
      ...reasonsIn(known, lifecycle, plan, state),
    };
    const statement: TransitionStatement = {
      on: operationId,
      when: namesChoice(choice),
      ...(all === undefined || all.length === 0 ? {} : { from: all.length === 1 ? (all[0] ?? '') : all }),
      to: state,
      ...(all?.length === 0 ? { needs: { [code ?? 'state']: 'false' } } : {}),
      ...(Object.keys(set).length === 0 ? {} : { set }),
      ...(code === undefined ? {} : { otherwise: code }),
    };
    yield { at: joinPointer(at, 'transitions', isOnly ? state : `${operationId} ${state}`), value: statement, reason };
  }
  if (code === undefined) return;
  yield { at: joinPointer('/errors', code, 'status'), value: status, reason };
  yield { at: joinPointer('/errors', code, 'code'), value: code, reason };
}

/** From which states a request leads to others, and how it is refused. */
interface Rules {
  /** Undefined if it can come from any state. */
  readonly sources: (state: string) => string[] | undefined;
  readonly mayStay: boolean;
  /** True for a state that others follow and that follows none. */
  readonly first?: (state: string) => boolean;
  readonly code?: string | undefined;
  readonly status: number;
  readonly from: string;
  readonly says: string;
}

const harmless = /\b(?:harmless|no effect|nothing (?:happens|changes)|(?:alters|changes|does) nothing|idempotent)\b/i;

function rulesOf(
  known: Knowledge,
  lifecycle: FoundLifecycle,
  { plan, kind, choices }: Omit<Request, 'isOnly'> & { readonly kind: Kind },
): Rules | undefined {
  const { schemas } = known.plan;
  const isOther = otherNamesIn(known.document);
  const refused = readResponseTexts(known, plan).filter(({ status }) => status === 409 || status === 422);
  const refusal = refused.find(({ status }) => status === 409) ?? refused[0];
  const sent = new Map(sentMembers(schemas, plan.operation)).get(choices[0]?.member ?? '');
  const own = schemas.chosen(schemas.member(lifecycle.resource.schema, lifecycle.member)).keywords['description'];
  const texts = [
    plan.node['description'],
    schemas.chosen(sent).keywords['description'],
    own,
    ...tagTextsOf(known, lifecycle.resource).map(({ text }) => text),
  ];
  const sentences = [...new Set(texts)].flatMap(sentencesOf);
  const read = sentences
    .map((says, at) => ({ says, steps: readSteps(says, kind, sentences[at - 1]) }))
    .filter(({ steps }) => steps.size > 0);
  const steps = new Map<string, ReadonlySet<string>>();
  const addStep = (state: string, to: Iterable<string>) =>
    steps.set(state, new Set([...(steps.get(state) ?? []), ...to]));
  for (const { from, to } of texts.flatMap((text) => stepsInTables(text, kind)))
    for (const state of from) addStep(state, to);
  for (const each of read) for (const [state, to] of each.steps) addStep(state, to);
  if (steps.size === 0) for (const [state, to] of readStory(sentences, kind)) steps.set(state, to);
  if (steps.size === 0)
    for (const { from, to } of courseOf(known, lifecycle)) for (const state of from) addStep(state, to);
  const closing = sentences.find((says) => otherSteps.test(says));
  const coded = refusal === undefined ? [] : reasonsOf(refusal.text);
  const ofState = coded.find(
    ({ text, code }) =>
      code !== undefined &&
      /\b(?:steps?|status|state|transition|move)\b/i.test(`${text} ${code.replace(/[_-]/g, ' ')}`),
  );
  const usual = coded.length === 1 ? coded[0]?.code : ofState?.code;
  const code = (closing === undefined ? undefined : onlyCodeIn(closing, isOther)) ?? usual;
  const status = refusal?.status ?? 409;
  const from = operationPointerOf(plan.operation, 'description');
  const says = [...read.map((each) => each.says), ...(closing === undefined ? [] : [closing])].join(' ');
  const isHarmless = sentences.some((each) => harmless.test(each) && /\b(?:state|status|already|same)\b/i.test(each));
  const sources = (state: string) => [...steps].filter(([, to]) => to.has(state)).map(([start]) => start);
  const verbs = decisions.flat();
  const isDecision = choices.every(({ state }) =>
    verbs.some((verb) => listParticiples(verb).includes(normalizeName(state))),
  );
  const isClear = closing !== undefined || code !== undefined || steps.size > 1;
  const isWhole = !isDecision || choices.every(({ state }) => sources(state).length > 0);
  if (refusal !== undefined && steps.size > 0 && isClear && isWhole) {
    const mayStay = isHarmless || (closing === undefined && plan.does !== 'act');
    const first = (state: string) => steps.has(state) && sources(state).length === 0;
    return { sources, first, mayStay, code, status, from, says };
  }
  const guard = Object.values(known.model.resources?.[lifecycle.resource.name]?.lifecycle?.transitions ?? {}).find(
    ({ on, to }) => to === undefined && namesOf(on).includes(plan.operation.operationId),
  );
  const place = operationPointerOf(plan.operation, 'requestBody');
  if (guard?.from !== undefined) {
    const starts = namesOf(guard.from);
    return {
      sources: (state) => (isHarmless ? [...starts, state] : [...starts]),
      ...{
        mayStay: false,
        code: guard.otherwise,
        status,
        from: place,
        says: plainText(String(plan.node['description'])),
      },
    };
  }
  if (plan.does !== 'act') return undefined;
  const initial = isDecision && refusal !== undefined ? initialOf(known, lifecycle)?.state : undefined;
  const only = choices.map(({ member, value }) => `${member}: ${value}`).join(', ');
  return {
    sources: () => (initial === undefined ? undefined : [initial]),
    ...{ mayStay: false, code: initial === undefined ? undefined : usual, status, from: place, says: only },
  };
}

/** The texts of a request that belong to a state: `reason` is kept as `cancelReason` of `cancelled`. */
function reasonsIn(
  { plan: { schemas } }: Knowledge,
  { resource }: FoundLifecycle,
  { operation }: OperationPlan,
  state: string,
): Record<string, string> {
  const names = [...schemas.chosen(resource.schema).properties.keys()];
  return Object.fromEntries(
    sentMembers(schemas, operation).flatMap(([name, schema]) => {
      if (!schemas.chosen(schema).types.includes('string') || !/^[A-Za-z_]\w*$/.test(name)) return [];
      const kept = names.filter((each) => {
        const [verb = '', ...rest] = splitWords(each);
        return (
          rootOf(verb) === rootOf(state) && rest.join() === splitWords(name).join() && !resource.writable.has(each)
        );
      });
      return kept.map((each) => [each, `=has(${dot('body', name)}) ? ${dot('body', name)} : null`]);
    }),
  );
}
