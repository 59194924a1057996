import { joinPointer } from '@understudy/contract';
import {
  type BehaviorModel,
  namesOf,
  type Resource,
  type SchemaReader,
  splitWords,
  toSingular,
} from '@understudy/model';
import { dot } from '../../prose/vocabulary.js';
import { isCalledOff } from '../../words/end-states.js';
import { billedWords, billWords, paidState } from '../../words/line-words.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

type Lifecycle = NonNullable<BehaviorModel['resources']>[string]['lifecycle'];

export const demoBills: InferenceRule = {
  id: 'demo-bills',
  says: 'In demo data, each order has one invoice, unless it was cancelled, and the invoice is paid if the order is.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    for (const resource of known.plan.resources.values())
      if (!resource.single && resource.parents === 0 && isCalled(resource.name, billWords))
        yield* statementsOf(known, resource);
  },
};

function isCalled(name: string, words: ReadonlySet<string>): boolean {
  return words.has(splitWords(toSingular(name.split('.').at(-1) ?? '')).at(-1) ?? '');
}

function* statementsOf(
  { model, plan: { resources, schemas } }: Knowledge,
  bill: Resource,
): Iterable<InferredStatement> {
  const { members = {}, lifecycle } = model.resources?.[bill.name] ?? {};
  const references = Object.entries(members).filter(([path]) => !path.includes('[]'));
  const [billed, more] = references.filter(([, { refersTo = '' }]) => isCalled(refersTo, billedWords));
  const target = [...resources.values()].find(({ name }) => name === billed?.[1].refersTo);
  if (billed === undefined || more !== undefined || target === undefined || target.parents > 0) return;
  const own = model.resources?.[target.name]?.lifecycle;
  const off = statesOf(schemas, target, own).filter(isCalledOff);
  const all = `all(${JSON.stringify(target.name)})`;
  const isOff = `${dot('one', own?.member ?? '')} in ${JSON.stringify(off)}`;
  const reason = { says: `The name ${billed[0]}` };
  const each = off.length === 0 ? all : `${all}.filter(one, !(${isOff}))`;
  yield { at: joinPointer('/seeds', bill.name, 'each'), value: each, reason };
  const paid = statesOf(schemas, bill, lifecycle).find((state) => paidState.test(state));
  const after = listAfter(own, paid).filter((state) => !off.includes(state));
  if (paid === undefined || lifecycle === undefined || own === undefined || after.length === 0) return;
  if (typeof lifecycle.initial !== 'string' || lifecycle.initial.startsWith('=')) return;
  const state = dot(`find(${JSON.stringify(target.name)}, ${dot('self', billed[0])})`, own.member);
  const [yes, no] = [paid, lifecycle.initial].map((one) => JSON.stringify(one));
  yield {
    at: joinPointer('/seeds', bill.name, 'set', lifecycle.member),
    value: `=${state} in ${JSON.stringify(after)} ? ${yes} : ${no}`,
    reason,
  };
}

function statesOf(schemas: SchemaReader, { schema }: Resource, lifecycle: Lifecycle): string[] {
  const { enum: states } = schemas.chosen(schemas.member(schema, lifecycle?.member ?? '')).keywords;
  return lifecycle !== undefined && Array.isArray(states) ? states.map(String) : [];
}

/** A state, and those that follow it. */
function listAfter(lifecycle: Lifecycle, state = ''): string[] {
  const transitions = Object.values(lifecycle?.transitions ?? {});
  const found = new Set(transitions.some(({ to }) => to === state) ? [state] : []);
  for (const each of found)
    for (const { from, to } of transitions) if (namesOf(from).includes(each) && typeof to === 'string') found.add(to);
  return [...found];
}
