import { splitWords } from '@understudy/model';
import type { ProseReader } from '../../prose/prose-reader.js';
import type { Many, One, Scope } from '../../prose/scope.js';
import { dot, type Kind, memberIn } from '../../prose/vocabulary.js';

/** "All its other trips that are still open": those of the same owner without the one of the operation. */
export function otherRecords(
  reader: ProseReader,
  scope: Scope,
  { text, owner, last }: { readonly text: string; readonly owner: string; readonly last: One | Many | undefined },
): Many | undefined {
  const { kind, variable } = scope;
  const key = kind.resource?.key;
  const noun = owner === 'the' ? undefined : last?.kind.nouns[0];
  const [, head = text, clause = ''] = /^(.+?)( (?:that|which) .+)$/.exec(text) ?? [];
  const found =
    (noun === undefined ? undefined : reader.many(`${head} of the ${noun}${clause}`, scope)) ??
    reader.many(text, scope);
  if (
    / (?:that|which)$/.test(text) ||
    found === undefined ||
    found.kind !== kind ||
    key === undefined ||
    !found.expression.startsWith('of(')
  )
    return undefined;
  return { kind, expression: `${found.expression}.filter(one, ${dot('one', key)} != ${dot(variable, key)})` };
}

/** The member with a name, or the one text whose name ends with it: `cancel_reason` for "reason". */
export function quotedMember(
  { members, ...kind }: Kind,
  name: string,
  value: string,
): Record<string, unknown> | undefined {
  const texts = [...members.values()].filter(({ schema }) => schema.types.includes('string'));
  const ending = texts.filter((each) => splitWords(each.name).at(-1) === name.trim());
  const member = memberIn({ members, ...kind }, name.trim()) ?? (ending.length === 1 ? ending[0] : undefined);
  return member === undefined ? undefined : { [member.name]: value };
}

/** The words for a state without those around it: "cancelled along with it". */
export function plainState(phrase: string): string {
  return phrase
    .replace(
      / (?:free of charge|without (?:charge|a fee)|again|at once|at the same time|in the same (?:step|instant|moment|go)|in the process|with it|along with it|together with it|then|automatically|immediately|too|as well|now|afterwards|after that|from then on|from now on|from that moment)$/,
      '',
    )
    .replace(/^(?:set|put|changed|moved|switched|turned) (?:back )?to /, '')
    .replace(/^(?:now|then|again|automatically|thereby|thus|hereby|put|set|the status|in status|status) /, '');
}
