import { joinPointer } from '@understudy/contract';
import { listPathParameters, normalizeName, type OperationPlan, toPathShape } from '@understudy/model';
import { listErrorCodes } from '../../prose/error-codes.js';
import { otherNamesIn } from '../../prose/other-names.js';
import {
  doneStates,
  endMembers,
  failedStates,
  progressMembers,
  resultMembers,
  saysNotReady,
  startMembers,
  waitingStates,
  workingStates,
} from '../../words/job-states.js';
import { listRefusals, placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { type FoundLifecycle, findLifecycles } from './lifecycles.js';

/** Time that work takes to begin, and then to end. */
const step = 'PT1S';

export const jobSteps: InferenceRule = {
  id: 'job-steps',
  says: 'What a creation with 202, or with states from waiting over running to done and failed, stores is a job: it gets done by itself, and its result is there afterwards.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    for (const lifecycle of findLifecycles(known)) yield* stepsOf(known, lifecycle);
  },
};

function* stepsOf(known: Knowledge, lifecycle: FoundLifecycle): Iterable<InferredStatement> {
  const { resource, member, states } = lifecycle;
  const stateLike = (form: RegExp) => states.find((each) => form.test(normalizeName(each)));
  const [waiting, working, done] = [waitingStates, workingStates, doneStates].map(stateLike);
  const creation = [...known.plan.operations.values()].find(
    (each) => each.resource === resource && each.does === 'create',
  );
  if (creation === undefined || done === undefined || resource.writable.has(member)) return;
  const first = waiting ?? working;
  const isAccepted = creation.statuses[0] === 202;
  const isWork = waiting !== undefined && working !== undefined && stateLike(failedStates) !== undefined;
  const isActedOn = lifecycle.operations.some(
    ({ plan }) => plan.effects !== undefined && Object.values(plan.effects.set).includes(done),
  );
  if (first === undefined || !(isAccepted || isWork) || isActedOn) return;
  const at = joinPointer('/resources', resource.name, 'lifecycle');
  const reason = { from: placeOfOperation(creation.operation), says: states.join(', ') };
  const path = (name: string) => joinPointer(at, 'transitions', name);
  yield { at: joinPointer(at, 'member'), value: member, reason };
  yield { at: joinPointer(at, 'initial'), value: first, reason };
  const set = membersOf(known, lifecycle);
  if (working !== undefined && working !== first)
    yield { at: path('begin'), value: withSet({ after: step, from: first, to: working }, set.begin), reason };
  yield { at: path('finish'), value: withSet({ after: step, from: working ?? first, to: done }, set.finish), reason };
  yield* guardsOf(known, lifecycle, done);
}

function withSet(statement: object, set: Readonly<Record<string, unknown>>): object {
  return Object.keys(set).length === 0 ? statement : { ...statement, set };
}

/** The members that change when work begins and ends. */
function membersOf({ plan }: Knowledge, { resource }: FoundLifecycle) {
  const begin: Record<string, unknown> = {};
  const finish: Record<string, unknown> = {};
  for (const [name, property] of plan.schemas.chosen(resource.schema).properties) {
    const plain = normalizeName(name);
    const { types, keywords } = plan.schemas.chosen(property);
    if (resource.writable.has(name)) continue;
    const isNumber = types.includes('integer') || types.includes('number');
    const most = typeof keywords['maximum'] === 'number' ? keywords['maximum'] : 100;
    if (startMembers.test(plain)) begin[name] = '=now';
    else if (endMembers.test(plain) && types.includes('string')) finish[name] = '=now';
    else if (progressMembers.test(plain) && isNumber) {
      begin[name] = most === 100 ? 50 : most / 2;
      finish[name] = most;
    } else if (resultMembers.test(plain) && types.includes('string')) {
      const address = resultAddress([...plan.operations.values()], resource.shape, resource.key);
      if (address !== undefined) finish[name] = address;
    }
  }
  return { begin, finish };
}

/** The address of what a GET below the job returns. */
function resultAddress(
  operations: readonly OperationPlan[],
  shape: string,
  key: string | undefined,
): string | undefined {
  const below = operations.find(({ operation }) => {
    const own = toPathShape(operation.path);
    return operation.method === 'GET' && own.startsWith(`${shape}/{}/`) && !own.slice(shape.length + 4).includes('{');
  });
  if (below === undefined || key === undefined || listPathParameters(below.operation.path).length !== 1)
    return undefined;
  const [before = '', after = ''] = below.operation.path.split(/\{[^{}]+\}/);
  return `=${JSON.stringify(before)} + string(self.${key}) + ${JSON.stringify(after)}`;
}

/** What is below a job is refused until the job is done, if a refusal says so. */
function* guardsOf(
  { document, plan }: Knowledge,
  { resource }: FoundLifecycle,
  done: string,
): Iterable<InferredStatement> {
  for (const each of plan.operations.values()) {
    if (each.through.at(-1)?.resource !== resource || each.resource === resource) continue;
    for (const { status, sentences, at: from } of listRefusals(document, each, [409, 425, 404, 400])) {
      const says = sentences.find((sentence) => saysNotReady.test(sentence));
      if (says === undefined) continue;
      const [named] = listErrorCodes(says, otherNamesIn(document));
      const kind = named?.code ?? `notReady${status}`;
      const { operationId } = each.operation;
      const reason = { from, says };
      yield { at: joinPointer('/errors', kind, 'status'), value: status, reason };
      if (named !== undefined) yield { at: joinPointer('/errors', kind, 'code'), value: named.code, reason };
      const at = joinPointer('/resources', resource.name, 'lifecycle', 'transitions', operationId);
      yield { at, value: { on: operationId, from: done, otherwise: kind }, reason };
      break;
    }
  }
}
