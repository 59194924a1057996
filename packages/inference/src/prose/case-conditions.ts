import { findNamed, toSingular } from '@understudy/model';
import { isNumber, numberAt } from './amounts.js';
import { boundIn } from './bounds.js';
import { articles, isNounOf } from './phrases.js';
import type { ProseReader } from './prose-reader.js';
import { referredBy, type Scope } from './scope.js';
import { dot, type Kind, memberIn, stateIn } from './vocabulary.js';

/** Words between a value and its condition. */
const boundWord = '(?:from|below|under|above|over|at least|at most|up to|more than|fewer than|less than)';
export const caseWord = `(?:only )?(?:if|when|while|once|as soon as|until|before|unless|for|with|without|in case of|${boundWord})`;

/** A resource, and the variable for its record in expressions. */
type Place = Pick<Scope, 'kind' | 'variable'>;

/** Reads the case in which a value applies as a condition: "for companies", "while it is open", "without a trial". */
export function caseCondition(
  reader: ProseReader,
  scope: Scope,
  { word, cause }: { readonly word: string; readonly cause: string },
): string | undefined {
  if (new RegExp(`^${boundWord}$`).test(word)) return boundIn(`${word} ${cause}`, scope);
  // "while it is open and once it is paid"
  const [, one = '', other = ''] = /^(.+?),? (?:and|or)(?: also)? (?:once|while|when|if|after) (.+)$/.exec(cause) ?? [];
  if (one !== '') {
    const both = [one, other].map((each) => caseCondition(reader, scope, { word, cause: each }));
    return both.includes(undefined) ? undefined : both.map((each) => `(${each})`).join(' || ');
  }
  // "before the first payment"
  const [, first] =
    /^(?:the )?first (.+?)(?: (?:is|was|has been) (?:recorded|made|received|taken))?$/.exec(cause) ?? [];
  const records = first === undefined ? undefined : reader.many(`${first}s`, scope);
  const paid =
    first === 'payment' ? findNamed([...scope.kind.members.keys()], ['paid', 'amountpaid', 'paidamount']) : undefined;
  const isNegative = /until|before|unless|without/.test(word);
  const found = /^(?:only )?(?:for|with|without|in case of)$/.test(word)
    ? /with/.test(word)
      ? hasPart(scope, cause)
      : (kindOf(reader, scope, cause) ?? boundIn(cause, scope) ?? stateOf(scope, cause))
    : records !== undefined
      ? `${records.expression}.size() > 0`
      : paid !== undefined
        ? `${dot(scope.variable, paid)} > 0`
        : (reader.condition(cause, scope) ??
          kindOf(reader, scope, cause) ??
          boundIn(cause, scope) ??
          reader.condition(`it is ${cause}`, scope));
  return found === undefined ? undefined : isNegative ? `!(${found})` : found;
}

/** Tries the record first, then the records it refers to. Two matches are ambiguous and count as none. */
function inPlaces(scope: Scope, read: (place: Place) => string | undefined): string | undefined {
  const own = read(scope);
  if (own !== undefined) return own;
  const found = referredBy(scope).flatMap(({ expression, kind }) => read({ kind, variable: expression }) ?? []);
  return found.length === 1 ? found[0] : undefined;
}

/** Reads "yearly tariffs", "a void bill", "plans without a trial". */
function kindOf(reader: ProseReader, scope: Scope, cause: string): string | undefined {
  const phrase = cause.replace(articles, '').replace(/^(?:all|every|each) /, '');
  const [, whole = '', no, part = ''] = /^(.+?) with(out)? (.+)$/.exec(phrase) ?? [];
  return inPlaces(scope, (place) => {
    if (part !== '') {
      const has = isNounOf(place.kind, whole) ? partIn(place, part) : undefined;
      return has === undefined || no === undefined ? has : `!(${has})`;
    }
    const [, words = '', noun = ''] = /^(.+) (\w+)$/.exec(phrase) ?? [];
    return isNounOf(place.kind, noun) || /^ones?$/.test(noun) ? reader.states(words, place) : undefined;
  });
}

/** Reads "companies" as the state `company` of a member. */
function stateOf(scope: Scope, cause: string): string | undefined {
  const words = cause.replace(articles, '').split(' ');
  return inPlaces(scope, ({ kind, variable }) => {
    const members = new Set(kind.states.map(({ member }) => member.toLowerCase()));
    const word = words.filter((each) => !members.has(each) && !/^(?:status|state)$/.test(each)).join(' ');
    const state = stateIn(kind, toSingular(word), false);
    return state && `${dot(variable, state.member)} == ${JSON.stringify(state.value)}`;
  });
}

function hasPart(scope: Scope, cause: string): string | undefined {
  return inPlaces(scope, (place) => partIn(place, cause));
}

/** Reads "a trial" of a record with `trialDays`. */
function partIn({ kind, variable }: Place, cause: string): string | undefined {
  const phrase = cause.replace(articles, '');
  const member = memberIn(kind, phrase) ?? referenceIn(kind, phrase);
  if (member === undefined) return undefined;
  const { types } = member.schema;
  if (isNumber(member)) return `${numberAt(member, dot(variable, member.name))} > 0`;
  if (types.includes('array')) return `${dot(variable, member.name)}.size() > 0`;
  return types.includes('string') ? `${dot(variable, member.name)} != null` : undefined;
}

function referenceIn(kind: Kind, phrase: string) {
  const [found, another] = kind.references.filter(
    ({ member }) => member.replace(/_?id$/i, '').toLowerCase() === phrase,
  );
  return found === undefined || another !== undefined ? undefined : kind.members.get(found.member);
}
