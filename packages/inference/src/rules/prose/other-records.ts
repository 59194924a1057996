import { splitWords } from '@understudy/model';
import { isNounOf } from '../../prose/phrases.js';
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
    .replace(/ (?:until|till|as long as|while|for as long as) .+$/, '')
    .replace(
      / (?:free of charge|without (?:charge|a fee)|again|at once|at the same time|in the same (?:step|instant|moment|go)|in the process|with it|along with it|together with it|then|automatically|immediately|too|as well|now|afterwards|after that|from then on|from now on|from that moment)$/,
      '',
    )
    .replace(/^(?:set|put|changed|moved|switched|turned) (?:back )?to /, '')
    .replace(/^(?:now|then|again|automatically|thereby|thus|hereby|put|set|the status|in status|status) /, '');
}

/** "withdraws the member from all classes": the records that join them. */
export function joiningRecords({ kind: own, vocabulary: { kinds } }: Scope, text: string): Many | undefined {
  const [, things = ''] =
    /^.+ (?:from|off) (?:all|every|each|its|their|any)(?: of (?:its|their|the))? ([a-z]+)$/.exec(text) ?? [];
  const [found, another] = [...kinds.values()].filter(({ resource, references }) => {
    const targets = references.map(({ target }) => target);
    const others = targets.filter((each) => each !== resource?.name && each !== own.resource?.name);
    return (
      targets.includes(own.resource?.name ?? '') && others.some((each) => isNounOf(kinds.get(each) ?? own, things))
    );
  });
  if (things === '' || found?.resource === undefined || another !== undefined) return undefined;
  return { kind: found, expression: `of(${JSON.stringify(found.resource.name)})` };
}

/** "All open bookings of the member, booked or waiting,": the states in an apposition. */
export function withStates(reader: ProseReader, scope: Scope, subject: string): string {
  const [, noun = '', rest = '', states = ''] =
    /^(?:(?:all|any|every|the|its|their) )*(?:[a-z]+ )?([a-z]+s)((?: (?:of|for|on|in) .+?)?), ((?:[a-z]+, )*[a-z]+ (?:or|and) [a-z]+),?$/.exec(
      subject,
    ) ?? [];
  const all = `all ${states} ${noun}${rest}`;
  return states !== '' && reader.many(all, scope) !== undefined ? all : subject;
}
