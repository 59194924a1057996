import { splitsAt } from '../../prose/phrases.js';
import type { ProseReader } from '../../prose/prose-reader.js';
import type { Scope } from '../../prose/scope.js';
import { verbOfNoun } from '../../words/verb-forms.js';
import { readComparedReason } from './refusal-forms.js';

const when = '(?:while|if|when|whenever|as long as|so long as|once|after|in case)';
const cannot = "(?:cannot|can not|can't|can no longer|may not|may no longer|must not|could not)";
const must = '(?:must|has to|have to|needs? to)';

/** Reads a sentence that says when something is possible, as the condition for it. */
export function readNeed(reader: ProseReader, text: string, scope: Scope): string | undefined {
  const not = (condition: string | undefined) => condition && negate(condition);
  const find = (pattern: string) => new RegExp(`^${pattern}$`).exec(text)?.slice(1);
  // "A tool cannot be rented while it is broken": the pronoun means the tool.
  const [, subject = '', verb = '', cause = ''] =
    new RegExp(`^(?:an?|the) (.+?) (${cannot}|(?:can|may)(?: only)?) be [a-z]+ ${when} (?:it|they) (.+)$`).exec(text) ??
    [];
  const other = subject === '' ? undefined : reader.one(`the ${subject}`, scope);
  const isBinding =
    verb.endsWith(' only') || !/^(?:can|may)$/.test(verb) || / be [a-z]+ (?:while|once|after) /.test(text);
  if (other !== undefined && isBinding && other.expression !== scope.variable) {
    const condition = reader.condition(`the ${subject} ${cause}`, scope);
    return /^(?:can|may)(?: only)?$/.test(verb) ? condition : not(condition);
  }
  // "Possible while it is requested, and also after approval so long as it has not begun"
  const [, phrase = '', bound = ''] =
    /,? (?:and|or|but) (?:also |even )?(?:after|once|when|in case of) (?:the |its |it is |it was |it has been )?([a-z]+),? (?:so long as|as long as|while|provided|if|only if|unless) (.+)$/.exec(
      text,
    ) ?? [];
  const state =
    phrase === '' ? undefined : (reader.states(phrase, scope) ?? reader.states(verbOfNoun(phrase) ?? '', scope));
  const further = state === undefined ? undefined : reader.condition(bound, scope);
  if (state !== undefined && further !== undefined) return `!(${state}) || (${further})`;
  const refused =
    find(`.+? ${cannot} be [a-z]+(?: [a-z]+)? ${when} (.+)`) ??
    find(
      `(?:(?:it|this|that|the request|the call) (?:is|will be) )?(?:refused|rejected|denied|impossible|not possible|not allowed|not permitted) ${when} (.+)`,
    ) ??
    find(`(?:.+, )?(?:but |and )?not ${when} (.+)`);
  if (refused !== undefined) return not(reader.condition(refused[0] ?? '', scope));
  const denied = find(`(?:no|neither) .+? (?:is|are) (?:possible|allowed|permitted|accepted) ${when} (.+)`);
  if (denied !== undefined) return not(reader.condition(denied[0] ?? '', scope));
  const allowed =
    find(`(?:.+? )?(?:only )?(?:possible|allowed|permitted|available) (?:only )?${when} (.+)`) ??
    find(`.+? (?:can|may) (?:only )?be [a-z]+(?: [a-z]+)? (?:while|once|after) (.+)`) ??
    find(`.+? (?:can|may) only be [a-z]+(?: [a-z]+)? ${when} (.+)`) ??
    find(`(?:.+? )?only ${when} (.+)`);
  if (allowed !== undefined) return reader.condition(allowed[0] ?? '', scope);
  const until = find(`.+? (?:can|may) be [a-z]+(?: [a-z]+)? (?:until|before) (.+)`);
  if (until !== undefined) return not(reader.condition(until[0] ?? '', scope));
  const times =
    find(`.+? (?:can|may) (?:only )?be ([a-z]+ed) (?:at most |up to )?(\\w+)(?: times?)?(?: at most)?`) ??
    find(`.+? ${cannot} be ([a-z]+ed) more than (\\w+)(?: times?)?`);
  if (times !== undefined) return not(readComparedReason(reader, `it was ${times[0]} ${times[1]} times`, scope));
  const single = readComparedReason(reader, text, scope);
  if (single !== undefined && /^(?:only |at most |no more than )?(?:one|a single) |^nobody /.test(text))
    return not(single);
  const first = find(`(.+) before (?:it|they|this|that) (?:can|may) be [a-z]+`);
  if (first !== undefined) return reader.condition((first[0] ?? '').replace(/ (?:needs|requires) /, ' has '), scope);
  const required = find(`(.+?) ${must} (not )?(.+)`);
  if (required !== undefined) {
    const [subject = '', no, predicate = ''] = required;
    const positive = reader.condition(
      `${subject} ${predicate.replace(/^be /, 'is ').replace(/^have /, 'has ')}`,
      scope,
    );
    return no === undefined ? positive : not(positive);
  }
  const forbidden = find(`(.+?) ${cannot} (be .+|lie .+|start .+|end .+|exceed .+)`);
  if (forbidden !== undefined) {
    const condition = reader.condition(
      `${forbidden[0]} ${(forbidden[1] ?? '').replace(/^be /, 'is ').replace(/^lie /, 'lies ')}`,
      scope,
    );
    if (condition !== undefined) return not(condition);
  }
  // "suspended members cannot reserve", "tickets are sold for published events only"
  const kept = find(`(.+?) (?:${cannot}|can neither) [a-z]+(?: .+)?`);
  if (kept !== undefined) return not(ofReferred(reader, kept[0] ?? '', scope));
  const only =
    find(`(?:.+? (?:is|are) [a-z]+ )?(?:for|to|on|in|at|from) (.+) only`) ??
    find(`only (.+?) (?:can|may) (?:be )?[a-z]+(?: .+)?`);
  return only === undefined ? undefined : ofReferred(reader, only[0] ?? '', scope);
}

/** "published events": the state of the one event that the thing refers to. */
function ofReferred(reader: ProseReader, phrase: string, scope: Scope): string | undefined {
  const [, noun = '', status = ''] = /^(?:an? |the )?(.+?) (?:in status|that (?:is|are)) (.+)$/.exec(phrase) ?? [];
  const named = noun === '' ? undefined : reader.one(`the ${noun.replace(/(?<=[a-z]{3})s$/, '')}`, scope);
  if (named !== undefined && named.expression !== scope.variable)
    return reader.states(status, { ...scope, variable: named.expression, kind: named.kind });
  const words = phrase.replace(/^(?:an?|the) /, '').split(' ');
  for (let at = words.length - 1; at > 0; at -= 1) {
    const thing = reader.one(
      `the ${words
        .slice(at)
        .join(' ')
        .replace(/(?<=[a-z]{3})s$/, '')}`,
      scope,
    );
    if (thing === undefined || thing.expression === scope.variable) continue;
    const state = reader.states(words.slice(0, at).join(' '), {
      ...scope,
      variable: thing.expression,
      kind: thing.kind,
    });
    if (state !== undefined) return state;
  }
  return undefined;
}

/** Reads why a request is refused: the condition under which it is. */
export function readReason(
  reader: ProseReader,
  given: string,
  { scope, before }: { readonly scope: Scope; readonly before?: string | undefined },
): string | undefined {
  const text = given.replace(
    /^(?:.*?\b(?:refused|rejected|denied|declined|not possible|impossible|fails)\b)?,? ?(?:because|when|if|since|as) /,
    '',
  );
  const need = readNeed(reader, text, scope);
  if (need !== undefined) return negate(need);
  const plain = reader.condition(text, scope) ?? readComparedReason(reader, text, scope) ?? oneOf(reader, text, scope);
  if (plain !== undefined) return plain;
  const [, cause] = /,? because (.+)$/.exec(text) ?? [];
  const caused = cause === undefined ? undefined : reader.condition(cause, scope);
  if (caused !== undefined) return caused;
  // "the card is blocked, so nothing happens": what follows is no part of the reason.
  for (const [reason] of splitsAt(text.replace(/, (so|which|and so|hence|therefore) /, ' ;so '), ';so')) {
    const found = reader.condition(reason, scope);
    if (found !== undefined) return found;
  }
  if (before === undefined) return undefined;
  const subject = /^(.+?) (is|are|was|has been|have been) /.exec(before);
  if (subject === null) return undefined;
  const texts = [`${subject[1]} ${subject[2]} ${text}`, `${subject[1]} ${text}`];
  const found = texts.flatMap((each) => reader.condition(each, scope) ?? readComparedReason(reader, each, scope) ?? []);
  return found[0];
}

/** "the copy is on loan, lost, or held for somebody else": each part with the subject of the first. */
function oneOf(reader: ProseReader, text: string, scope: Scope): string | undefined {
  const [, subject = '', verb = '', list = ''] = /^(.+?) (is|are|was|has been) (.+)$/.exec(text) ?? [];
  const parts = list
    .split(/, (?:or )?| or /)
    .map((part) => part.replace(/^(?:is|are|was|has been) /, ''))
    .filter((part) => part !== '');
  if (parts.length < 2) return undefined;
  const read = parts.map((part) => {
    const whole = `${subject} ${verb} ${part}`;
    return reader.condition(whole, scope) ?? readComparedReason(reader, whole, scope);
  });
  // One part is enough to reject a request.
  const known = read.filter((each) => each !== undefined);
  return known.length === 0 ? undefined : known.map((each) => (known.length > 1 ? `(${each})` : each)).join(' || ');
}

/** A condition that holds if another does not. */
export function negate(condition: string): string {
  const [, records, sign] = /^([^&|<>]+(?:\([^<>]*\))?\.size\(\)) (== 0|> 0)$/.exec(condition) ?? [];
  if (records !== undefined && !/&&|\|\|/.test(condition)) return `${records} ${sign === '> 0' ? '== 0' : '> 0'}`;
  const [, inner] = /^!\(([^()]*(?:\((?:[^()]|\([^()]*\))*\)[^()]*)*)\)$/.exec(condition) ?? [];
  return inner ?? `!(${condition})`;
}
