import type { ProseReader } from './prose-reader.js';
import { plainText } from './reasons.js';
import type { Scope } from './scope.js';
import { isNegated, type Mention, mentionsIn, namesOther } from './state-mentions.js';
import { dot, memberIn } from './vocabulary.js';

/** The initial state of records that meet a condition. Without a condition, it applies to all other records. */
export interface FirstCase {
  readonly state: string;
  readonly condition?: string;
}

const borders =
  /[;,]? (?:and |but )?(?=(?:otherwise|else|any other|all others?|the (?:others?|rest)|everything else|every other) )|,? except (?:that |for )?/;
/** Phrases for all other records. */
export const others =
  /^(?:otherwise|else|any other|all others?|the (?:others?|rest)|everything else|every other|(?:above|below|over|under|beyond|before) (?:that|this))\b/i;
/** Words that precede the state of a new record. */
const begins =
  /\b(?:begins?|starts?|opens?|enters?|joins?|goes|are|is|becomes?|gets|put|created|made|booked|registered|status|state|as|in|with|into|straight)\b/;
const later = /\b(?:can|cannot|may|must|only|until|after|again|no longer|stays?|remains?|back)\b/;
const marker = /^(if|when|while|once|as soon as|unless|with|for) (.+)$/;
const belongs =
  /^(?:an? |any |every |each |all |new |the |those )*([a-z]+(?: [a-z]+)?) (with|having|without|whose|that|which) (.+)$/;
const verbs =
  /(?:, (?:which|who|that))? (?=(?:enters?|joins?|starts?|begins?|opens?|is|are|becomes?|goes|gets|will be|counts?) )/g;

/** Reads initial states with conditions: "`wrapped` with `gift: true`, otherwise `packed`". */
export function readFirstCases(reader: ProseReader, said: string, scope: Scope): readonly FirstCase[] {
  return plainText(said)
    .split(borders)
    .flatMap((clause) => caseIn(reader, clause, said, scope) ?? []);
}

function caseIn(reader: ProseReader, clause: string, said: string, scope: Scope): FirstCase | undefined {
  const flag = flagIn(clause, scope);
  const text = flag === undefined ? clause : clause.replace(flag.text, ' ').replace(/\s+/g, ' ');
  const [only, ...more] = mentionsIn(text, said, scope.kind);
  if (only === undefined || more.some(({ state }) => state !== only.state) || isNegated(text, only)) return undefined;
  const before = text.slice(0, only.at);
  if (others.test(clause)) return { state: only.state };
  if (flag !== undefined)
    return later.test(before) || !begins.test(before) ? undefined : { state: only.state, condition: flag.condition };
  const condition = conditionIn(reader, text, only, scope);
  if (condition !== undefined) return isKnownFirst(condition, scope) ? { state: only.state, condition } : undefined;
  const isPlain = !/\b(?:with|without|whose|for)\b|\d/.test(text) && !later.test(before);
  return isPlain && begins.test(before) && !namesOther(before, scope.kind, scope.vocabulary)
    ? { state: only.state }
    : undefined;
}

/** Reads a request value: "`gift: true`". */
function flagIn(clause: string, { kind, variable }: Scope): { text: string; condition: string } | undefined {
  const sent = [...(kind.resource?.writable.keys() ?? [])].filter((name) => name !== kind.stateMember);
  const [flag] = [...clause.matchAll(/(\bwithout |\bunless )?\b(\w+): ?"?([\w-]+)"?/g)].flatMap(
    ([text, without, name, value = '']) => {
      const member = sent.find((each) => each.toLowerCase() === name);
      if (member === undefined) return [];
      const literal = /^(?:true|false|\d+)$/.test(value) ? value : JSON.stringify(value);
      const object = kind.members.has(member) ? variable : 'body';
      return [{ text, condition: `${dot(object, member)} ${without === undefined ? '==' : '!='} ${literal}` }];
    },
  );
  return flag;
}

function conditionIn(reader: ProseReader, text: string, { at, end }: Mention, scope: Scope): string | undefined {
  const [before, behind] = [text.slice(0, at).trim(), text.slice(end)];
  const [, word = '', rest = ''] = marker.exec(before) ?? [];
  const [, tailWord = '', tail = ''] = /^,? (if|when|while|unless|for) (.+)$/.exec(behind) ?? [];
  if (tail !== '' && word === '' && !later.test(before)) return readCause(reader, tailWord, tail, scope);
  if (word !== '') {
    const cuts = [...rest.matchAll(/, | (?=(?:the|an?|its?|they|new) )/g)].map(({ index, 0: cut }) => {
      return [rest.slice(0, index), rest.slice(index + cut.length)] as const;
    });
    for (const [cause, main] of cuts.reverse()) {
      const own = main.replace(/^.*\bbut\b/, '');
      if (later.test(main) || !begins.test(main) || namesOther(own, scope.kind, scope.vocabulary)) continue;
      const found = readCause(reader, word, cause, scope);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const { index } of [...`${before} `.matchAll(verbs)].reverse()) {
    if (later.test(before.slice(index))) continue;
    const found = ofThings(reader, before.slice(0, index), scope);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readCause(reader: ProseReader, word: string, cause: string, scope: Scope): string | undefined {
  const found =
    (word === 'for' || word === 'with' ? undefined : reader.condition(cause, scope)) ?? ofThings(reader, cause, scope);
  return word === 'unless' && found !== undefined ? `!(${found})` : found;
}

/** Reads a condition on a member: "A car with less than 10 percent of fuel", "sums up to 500". */
function ofThings(reader: ProseReader, text: string, scope: Scope): string | undefined {
  const [, , link = '', rest = ''] = belongs.exec(text) ?? [];
  const [, subject = '', size = ''] =
    /^(.+?) ((?:up to|above|over|below|under|beyond|of at least|of at most|of more than|of less than|from) .+)$/.exec(
      text,
    ) ?? [];
  const said = {
    ...{ with: `it has ${rest}`, having: `it has ${rest}`, without: `it has no ${rest}` },
    ...{ whose: `its ${rest}`, that: `it ${rest}`, which: `it ${rest}` },
  }[link];
  const found = said === undefined ? undefined : reader.condition(said, scope);
  if (found !== undefined || subject === '' || memberIn(scope.kind, subject) === undefined) return found;
  return reader.condition(
    `the ${subject} is ${size
      .replace(/^up to(?: and including)?/, 'at most')
      .replace(/^of /, '')
      .replace(/^from/, 'at least')}`,
    scope,
  );
}

/** True if a condition uses only members of the request and references. */
function isKnownFirst(condition: string, { kind, variable }: Scope): boolean {
  return [...condition.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].every(
    ([, name = '']) =>
      name !== kind.stateMember &&
      (kind.resource?.writable.has(name) === true || kind.references.some(({ member }) => member === name)),
  );
}
