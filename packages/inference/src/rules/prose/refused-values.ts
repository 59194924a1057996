import { type OperationPlan, splitWords } from '@understudy/model';
import { mentions } from '../../prose/phrase.js';
import { reasonsOf } from '../../prose/reasons.js';
import type { Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { dot, vocabularyOf } from '../../prose/vocabulary.js';
import { areSynonyms } from '../../words/synonyms.js';
import { operationPointerOf, type readResponseTexts } from '../lifecycle/lifecycles.js';
import type { Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';

/** "This is the last owner": no other record is in the state that a change, or a deletion, takes from this one. */
export function lastOfKind(
  text: string,
  { scope, does }: { readonly scope: Scope; readonly does: OperationPlan['does'] },
): string | undefined {
  const [, phrase = ''] =
    /^(?:this|it|that|[a-z ]+) (?:is|was|would be) the (?:last|only|sole|one)(?: remaining)? ([a-z ]+?)(?: left| there is)?$/.exec(
      text,
    ) ??
    /^(?:there (?:is|are) |this is |the [a-z]+ has )?no other ([a-z ]+?)(?: left| remains)?$/.exec(text) ??
    [];
  const { kind } = scope;
  const states = phrase === '' ? [] : kind.states.filter(({ words }) => areSynonyms(words, phrase));
  const [state] = states;
  if (state === undefined || states.length > 1 || (does !== 'update' && does !== 'delete')) return undefined;
  const is = (variable: string) => `${dot(variable, state.member)} == ${JSON.stringify(state.value)}`;
  const alone = `${is('self')} && !others(${JSON.stringify(kind.resource?.name)}).exists(other, ${is('other')})`;
  const sent = dot('body', state.member);
  return does === 'delete' ? alone : `has(${sent}) && ${sent} != ${JSON.stringify(state.value)} && ${alone}`;
}

const saysRefused = /\b(?:declin|refus|reject|fail|den(?:y|ie))/i;
const standsFor =
  /\b(?:stands? for|simulates?|triggers?|causes?|means?|represents?|leads? to|gets?|is (?:always )?(?:declined|refused|rejected|denied)|fails?|produces?|makes?|refuses|declines|rejects)\b/i;

/** True if a word is the name of a member or a state, so that it is no value of a text. */
function isName(known: Knowledge, word: string): boolean {
  return [...vocabularyOf(known).kinds.values()].some(
    ({ members, states }) => members.has(word) || states.some(({ value }) => value === word),
  );
}

/** "The token `tok_declined` stands for a card that the bank refuses": values of a request that are always refused. */
export function* listRefusedValues(
  known: Knowledge,
  { node, operation }: OperationPlan,
  refusals: ReturnType<typeof readResponseTexts>,
) {
  const { schemas } = known.plan;
  const refusal = refusals.find(({ status }) => status === 402 || status === 422 || status === 409);
  const sent = sentMembers(schemas, operation).filter(([, schema]) => schemas.chosen(schema).types[0] === 'string');
  if (refusal === undefined || sent.length === 0) return;
  const [code] = reasonsOf(refusal.text).flatMap((each) => each.code ?? []);
  const texts = sent.map(([name, schema]) => [name, schemas.chosen(schema).keywords['description']] as const);
  for (const [own, text] of [[undefined, node['description']] as const, ...texts])
    for (const says of sentencesOf(text))
      for (const clause of says
        .split(/; /)
        .flatMap((each) => (standsFor.test(each.split(', ')[0] ?? '') ? each.split(', ') : [each]))) {
        const [, before = '', value, after = ''] = /^(.*?)[`"]([\w.@-]{3,60})[`"](.*)$/.exec(clause) ?? [];
        // `too_late` after "refused with" is the code of an error.
        if (
          /\b(?:with|by|as|code|reason|4\d\d|yields?|produces?|returns?|gives?|get)(?:,? and)?(?: an?| the)?(?: error| code)* $|\($/i.test(
            before,
          )
        )
          continue;
        const words = `${before} ${after}`;
        if (value === undefined || !saysRefused.test(words) || !standsFor.test(words)) continue;
        const named = sent.filter(([name]) =>
          [name, splitWords(name).at(-1) ?? ''].some((one) => mentions(before, one)),
        );
        const [only, another] = named.length > 0 ? named : sent;
        const member = own ?? (another === undefined ? only?.[0] : undefined);
        const { keywords } = schemas.chosen(sent.find(([name]) => name === member)?.[1]);
        const canBe = !Array.isArray(keywords['enum']) || keywords['enum'].includes(value);
        if (member === undefined || !canBe || isName(known, value)) continue;
        const condition = `${dot('body', member)} != ${JSON.stringify(value)}`;
        const from =
          own === undefined
            ? operationPointerOf(operation, 'description')
            : operationPointerOf(operation, 'requestBody');
        yield { status: refusal.status, code, condition, from, says };
      }
}
