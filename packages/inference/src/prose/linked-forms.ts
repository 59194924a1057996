import { splitWords, toSingular } from '@understudy/model';
import { isNumber, isNumeric, numberAt } from './amounts.js';
import { isNounOf } from './phrases.js';
import { recordsOf } from './records-of.js';
import type { Form } from './relation-forms.js';
import { innerVariable, type Scope, type Value } from './scope.js';
import { toValue } from './value-words.js';
import { dot, memberIn } from './vocabulary.js';

const verbs = '(?:is|are|was|were|has been|have been|has|have|does|do|comes?|belongs?|runs?|stays?)';

/**
 * Compares a reference of two records: "the room is of the booked type", "the card is from another branch than the
 * account".
 */
export const ofSame: Form = (reader, text, scope) => {
  const [, subject = '', no, which = '', phrase = '', as = 'it'] =
    new RegExp(
      `^(.+?) ${verbs} (not )?(?:made )?(?:of|to|from|in|at|on|with|for) (?:an? |the |this |that )?(\\w+) ([a-z]+(?: [a-z]+)??)(?: (?:as|than|of|that|which) (.+))?$`,
    ).exec(text) ?? [];
  const isOther = /^(?:wrong|another|different|other|foreign)$/.test(which);
  if (!isOther && !/^(?:same|right|correct|matching|very|\w+ed|chosen|own)$/.test(which)) return undefined;
  const thing = reader.one(subject, scope);
  const other = reader.one(as.replace(/ (?:has|have|is|was)(?: [a-z]+)?$/, ''), scope);
  if (thing === undefined || other === undefined || thing.expression === other.expression) return undefined;
  const shared = thing.kind.references.flatMap((one) => {
    const named = scope.vocabulary.kinds.get(one.target)?.nouns ?? [];
    return named.some((noun) => noun === phrase || noun.endsWith(` ${phrase}`))
      ? other.kind.references.filter(({ target }) => target === one.target).map(({ member }) => [one.member, member])
      : [];
  });
  const [own, its] = [thing, other].map(({ kind }) => memberIn(kind, phrase)?.name);
  const [[left, right] = [own, its], another] = shared;
  if (left === undefined || right === undefined || another !== undefined) return undefined;
  const isDifferent = isOther !== (no !== undefined);
  return `${dot(thing.expression, left)} ${isDifferent ? '!=' : '=='} ${dot(other.expression, right)}`;
};

/**
 * Reads "a guest is checked in in it" as a record between guest and room in that state, and "Has a guest in it" as a
 * flag.
 */
export const linked: Form = (reader, text, scope) => {
  const [, place = '', no] =
    /^(.+?) has (no )?(?:an? |any )?(?:another |other |further )?(?:[a-z]+|somebody|someone|anybody) in (?:it|them)$/.exec(
      text,
    ) ??
    /^(?:somebody|someone|anybody|an?(?:other)? [a-z]+) is in ()()(.+)$/.exec(text) ??
    [];
  const taken = place === '' ? undefined : reader.condition(`${place} is occupied`, scope);
  if (taken !== undefined) return no === undefined ? taken : `!(${taken})`;
  const [, things = '', phrase = ''] =
    /^(?:an?|another|any|some|one|at least one|the) ([a-z]+(?: [a-z]+)??) (?:is|are|was|has been) (.+?)(?: (?:in|on|at|to|for|with|into) (?:it|them|(?:the|this) [a-z ]+))?$/.exec(
      text,
    ) ?? [];
  if (things === '') return undefined;
  const variable = innerVariable(scope);
  const found = [...scope.vocabulary.kinds.values()].flatMap((kind) => {
    const isBetween = kind.references.some(({ target }) => {
      const end = scope.vocabulary.kinds.get(target);
      return end !== undefined && end !== scope.kind && isNounOf(end, things);
    });
    const records = isBetween
      ? recordsOf(kind, { expression: scope.variable, kind: scope.kind }, scope.vocabulary)
      : undefined;
    const state = records === undefined ? undefined : reader.states(phrase, { kind, variable });
    return records === undefined || state === undefined ? [] : [`${records}.exists(${variable}, ${state})`];
  });
  return found.length === 1 ? found[0] : undefined;
};

/** Reads "members are on it", "rooms use it", "applications refer to it": such records exist. */
export const usedBy: Form = (reader, text, scope) => {
  const [, things = ''] =
    /^((?:[a-z]+ ){0,2}[a-z]+s) (?:(?:are|is|still|sit|run|stay) (?:still )?(?:on|in|at|of|using|booked on|assigned to|linked to|part of)|use|have|hold|need|refer to|belong to|depend on|point to)(?: it| them)?$/.exec(
      text,
    ) ??
    /^(?:it|they) (?:is|are) (?:still )?(?:used|needed|named|mentioned|listed|referred to|referenced|held|occupied) by (?:any |some )?((?:[a-z]+ ){0,2}[a-z]+)$/.exec(
      text,
    ) ??
    [];
  const records = things === '' ? undefined : reader.many(`${things} of it`, scope);
  return records === undefined ? undefined : `${records.expression}.size() > 0`;
};

/** Returns the only number in the request, for a phrase such as "The payment". */
export function onlyNumber({ outer }: Scope, phrase: string): Value | undefined {
  const words = /^(?:an? |the |this )?(?:payment|amount|sum|quantity|deposit|refund|withdrawal|delivery)s?$/;
  const [number, another] = [...(outer?.variable === 'body' ? outer.kind.members.values() : [])].filter(isNumber);
  return !words.test(phrase) || number === undefined || another !== undefined ? undefined : toValue(number, 'body');
}

/**
 * Compares the only number in the request: "nobody can pay more than the balance", "you cannot take out more than there
 * is".
 */
export const moreThanSent: Form = (reader, text, scope) => {
  const [, size = '', bound = ''] =
    /^(?:nobody|no one|you|(?:an?|the|no) [a-z]+) (?:can|cannot|can't|may|may not|must not) (?!be |have )[a-z]+(?: [a-z]+)? (more|less|fewer) than (.+)$/.exec(
      text,
    ) ??
    /^(?:out |back |off |in )?(more|less|fewer) than (.+) (?:cannot|can't|may not|must not) be [a-z]+$/.exec(text) ??
    [];
  const limit = size === '' ? undefined : reader.value(bound, scope);
  if (limit === undefined) return undefined;
  const { variable, kind } = scope.outer ?? scope;
  const isSent = (name: string) => variable === 'body' || kind.resource?.writable.has(name) === true;
  const [number, another] = [...kind.members.values()].filter((each) => isSent(each.name) && isNumber(each));
  if (number === undefined || another !== undefined) return undefined;
  return `${numberAt(number, dot(variable, number.name))} ${size === 'more' ? '>' : '<'} ${limit.expression}`;
};

/**
 * Reads "the member has as many open bookings as the plan allows": the number of records has reached a limit in another
 * record.
 */
export const asManyAs: Form = (reader, text, scope) => {
  const [, owner = '', things = '', limit = ''] =
    /^(.+?) (?:already )?has (?:already )?(?:as many|the (?:maximum|highest) number of) (.+?) (?:as|that) (.+?) (?:allows?|permits?|provides?(?: for)?)$/.exec(
      text,
    ) ?? [];
  const holder = owner === '' ? undefined : reader.one(owner, scope);
  if (holder === undefined) return undefined;
  const records = reader.many(`${things} of ${owner}`, scope);
  const inner: Scope = { vocabulary: scope.vocabulary, variable: holder.expression, kind: holder.kind, outer: scope };
  const named = reader.value(limit, inner) ?? reader.value(limit, scope);
  const thing = reader.one(limit, inner);
  const roots = things.split(' ').map(toSingular);
  const limits = [...(thing?.kind.members.values() ?? [])].filter(
    ({ name, schema }) =>
      isNumeric(schema.types) &&
      /max|limit|most|quota/i.test(name) &&
      splitWords(name)
        .map(toSingular)
        .some((word) => roots.includes(word)),
  );
  const [only, another] = limits;
  const bound =
    named?.expression ?? (thing && only && another === undefined ? dot(thing.expression, only.name) : undefined);
  return records === undefined || bound === undefined
    ? undefined
    : `${bound} != null && ${records.expression}.size() >= ${bound}`;
};
