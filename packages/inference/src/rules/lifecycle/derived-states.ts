import { ProseReader } from '../../prose/prose-reader.js';
import { plainText } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { vocabularyOf } from '../../prose/vocabulary.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { tagTextsOf } from '../tag-texts.js';
import { type FoundLifecycle, findLifecycles } from './lifecycles.js';

const rest =
  /^(?:none of (?:these|those|the above|them)(?: (?:applies|apply|is true))?|otherwise|(?:in )?(?:all|any|every) other (?:cases?)?|everything else|anything else|in all other cases)$/;

/** Infers states that only follow from other records and times. */
export const derivedStates: InferenceRule = {
  id: 'derived-state',
  says: 'A state that no request sets is the first one in a list of states whose condition holds: "`driving`: a trip with it is under way"',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    for (const lifecycle of findLifecycles(known)) {
      if (lifecycle.resource.writable.has(lifecycle.member)) continue;
      const found = stateIn(known, lifecycle);
      if (found !== undefined) yield { at: memberAt(lifecycle.resource.name, lifecycle.member, 'value'), ...found };
    }
  },
};

function stateIn(known: Knowledge, lifecycle: FoundLifecycle): Omit<InferredStatement, 'at'> | undefined {
  const { resource, member, states } = lifecycle;
  const vocabulary = vocabularyOf(known);
  const kind = vocabulary.kinds.get(resource.name);
  if (kind === undefined) return undefined;
  const own = { text: kind.members.get(member)?.description, from: `#/resources/${resource.name}` };
  for (const { text, from } of [own, ...tagTextsOf(known, resource)]) {
    const lines = sentencesOf(text).flatMap((said) => {
      const [, state = '', cause = ''] = /^[`"'*]*([\w-]+)[`"'*]*(?::|\s[–—-])\s+(.+)$/.exec(said) ?? [];
      return states.includes(state) ? [{ state, cause: plainText(cause), said }] : [];
    });
    if (lines.length < 2 || new Set(lines.map(({ state }) => state)).size < states.length) continue;
    const scope: Scope = {
      vocabulary,
      variable: 'self',
      kind: { ...kind, states: kind.states.filter((each) => each.member !== member) },
    };
    const read = lines.map((line) => ({ ...line, condition: conditionOf(scope, line) }));
    const last = read.at(-1);
    if (
      last === undefined ||
      !rest.test(last.cause) ||
      read.slice(0, -1).some(({ condition }) => condition === undefined)
    )
      continue;
    const value = read
      .slice(0, -1)
      .reduceRight(
        (other, { condition, state }) => `${condition} ? ${JSON.stringify(state)} : ${other}`,
        JSON.stringify(last.state),
      );
    return { value, reason: { from, says: read.map(({ said }) => said).join(' ') } };
  }
  return undefined;
}

/** The condition of a line, or that the time of the state has come: `retired_at` of `retired`. */
function conditionOf(scope: Scope, { state, cause }: { readonly state: string; readonly cause: string }) {
  const reader = new ProseReader();
  const found = reader.condition(cause, scope) ?? reader.states(state, scope);
  return found === undefined ? undefined : `(${found})`;
}
