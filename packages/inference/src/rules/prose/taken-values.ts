import { joinPointer } from '@understudy/contract';
import { type OperationPlan, splitWords } from '@understudy/model';
import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { dot, type NamedMember, vocabularyOf } from '../../prose/vocabulary.js';
import { rootOf, verbOfNoun } from '../../words/verb-forms.js';
import { operationPointerOf } from '../lifecycle/lifecycles.js';
import type { InferredStatement, Knowledge } from '../rule.js';

interface Taken {
  readonly member: string;
  readonly value: string;
}

const read = '(?:read|taken|looked up|copied|noted|recorded|stored|kept|written down|frozen|remembered|carried)';
const forms: readonly RegExp[] = [
  new RegExp(
    `^(?:also )?(.+?) (?:is|are) ${read}(?: (?:over|down))?(?: (?:and|then|and then))? (?:becomes|as|into|in|to) (?:the |its )?(\\w+)$`,
  ),
  /^(?:reads|takes|looks up|copies|notes|records|stores|keeps|writes down|remembers|freezes) (?:down |over )?(.+?) (?:as|into|in|to) (?:the |its )?(\w+)$/,
  /^(?!it |this )(.+?) becomes (?:the |its )?(\w+)$/,
];

/** "The odometer of the car is read and becomes `start_km`": the value of another record that a member keeps. */
function takenValue(
  reader: ProseReader,
  scope: Scope,
  { text, own }: { readonly text: string; readonly own: readonly NamedMember[] },
): Taken | undefined {
  for (const form of forms) {
    const [, phrase = '', name = ''] = form.exec(text) ?? [];
    const member = own.find((each) => each.name.toLowerCase() === name);
    const value = member === undefined ? undefined : reader.value(phrase, scope);
    const types = [member, value?.member].map((each) => each?.schema.types.filter((type) => type !== 'null').join());
    if (member !== undefined && value?.expression.startsWith('find(') === true && types[0] === types[1])
      return { member: member.name, value: value.expression };
  }
  return undefined;
}

/** "The reading of the car at completion": the value of another record when an operation with this verb happens. */
function valueAt(
  reader: ProseReader,
  scope: Scope,
  { name, text, verbs }: { readonly name: string; readonly text: string; readonly verbs: readonly string[] },
): string | undefined {
  const [, phrase = '', noun = ''] =
    /^(.+?),? (?:at|on|upon|as of|at the (?:time|moment|day|end) of) (?:the |its )?([a-z]+)$/.exec(text) ?? [];
  const isOwn = noun !== '' && verbs.some((verb) => verbOfNoun(noun) === rootOf(verb) || rootOf(noun) === rootOf(verb));
  const value = isOwn ? reader.value(phrase, scope) : undefined;
  // "The reading of the car" is its member of the same name.
  const thing = isOwn && value === undefined ? reader.one(phrase.replace(/^.+? of /, ''), scope) : undefined;
  if (thing?.kind.members.has(name) === true && thing.expression !== scope.variable) return dot(thing.expression, name);
  return value?.expression.startsWith('find(') === true ? value.expression : undefined;
}

/** The values of other records that a new one stores. */
export function* keptAtCreation(known: Knowledge, plan: OperationPlan): Iterable<InferredStatement> {
  const vocabulary = vocabularyOf(known);
  const kind = vocabulary.kinds.get(plan.resource?.name ?? '');
  if (kind === undefined) return;
  const scope: Scope = { vocabulary, variable: 'self', kind };
  const own = [...kind.members.values()].filter(({ name }) => plan.resource?.writable.has(name) !== true);
  for (const said of sentencesOf(plan.node['description']))
    for (const text of plainText(said).split(/; |, and /)) {
      const found = takenValue(new ProseReader(), scope, { text, own });
      if (found === undefined) continue;
      yield {
        at: joinPointer('/resources', plan.resource?.name ?? '', 'members', found.member),
        value: { value: found.value, on: 'create' },
        reason: { from: operationPointerOf(plan.operation, 'description'), says: said },
      };
    }
}

/** The members that an operation sets to values of other records, as their descriptions say. */
export function* setsAt({ operation }: OperationPlan, scope: Scope, own: readonly NamedMember[]) {
  const verbs = [...splitWords(operation.operationId), ...splitWords(operation.path.split('/').at(-1) ?? '')];
  for (const { name, schema, description } of own)
    for (const said of schema.nullable ? sentencesOf(description) : []) {
      const value = valueAt(new ProseReader(), scope, { name, text: plainText(said), verbs });
      if (value === undefined) continue;
      yield { member: name, value: `=${value}`, reason: { from: operationPointerOf(operation), says: said } };
    }
}
