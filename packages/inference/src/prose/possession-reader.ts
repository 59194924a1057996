import { splitWords, toSingular } from '@understudy/model';
import { signsOfBounds } from '../words/comparisons.js';
import { readNumberWord } from '../words/number-words.js';
import { rootOf } from '../words/verb-forms.js';
import { isNumber, isNumeric, numberAt } from './amounts.js';
import { inScopes, type One, referredBy, type Scope } from './scope.js';
import { pluralOf } from './states.js';
import { be, TimeReader } from './time-reader.js';
import { dot, memberIn, type NamedMember } from './vocabulary.js';

/** Names of members with remaining amounts. */
const leftOver =
  /^(?:free|available|remaining|vacant|open|left)(?:_|[A-Z]|$)|(?:_|[a-z])(?:left|Left|available|Available|remaining|Remaining|free|Free)$/;

/** Reads sentences about possession. */
export abstract class PossessionReader extends TimeReader {
  /** Reads "there are no lines", "it has no open tickets", "no line has a price". */
  absence(text: string, scope: Scope): string | undefined {
    // "Neither a seat nor a place on the waiting list is left" requires both conditions.
    const [, both] = /^neither (.+ nor .+?) (?:is|are|remains?)(?: (?:left|free|available|vacant))?$/.exec(text) ?? [];
    if (both !== undefined) {
      const parts = both.split(/,? nor /).map((each) => this.#none(`no ${each.replace(/^an? /, '')} is left`, scope));
      return parts.includes(undefined) ? undefined : parts.map((each) => `(${each})`).join(' && ');
    }
    const [, owner, things] =
      /^(?:(there) (?:is|are)|(?:.+?) (?:has|have|had|contains?|includes?)) (?:no(?: longer any)?|not any|not an?|none of) (.+?)(?: left| yet)?$/.exec(
        text,
      ) ?? [];
    const named = things ?? /(?:has|have|contains?) no (.+)$/.exec(text)?.[1];
    if (named === undefined)
      return /^(?:.+ )?(?:is|are) empty$/.test(text) ? this.#empty(text, scope) : this.#none(text, scope);
    const subject = owner === 'there' ? undefined : /^(.+?) (?:has|have|had|contains?|includes?) no/.exec(text)?.[1];
    const records = this.#ofSubject(subject, named, scope);
    if (records !== undefined) return `${records}.size() == 0`;
    return this.#usedUp(text, subject, named, scope) ?? (owner === 'there' ? this.#without(named, scope) : undefined);
  }

  /** Reads "no samples were registered for it", "nothing has been recorded for it". */
  #none(text: string, scope: Scope): string | undefined {
    const [, things = '', verb = '', predicate = ''] =
      new RegExp(`^(?:no|none of (?:the|its)) (.+?) (${be}) (.+)$`).exec(text) ?? [];
    if (things !== '') {
      const found =
        this.many(`${things} that ${verb} ${predicate}`, scope) ??
        this.many(`${things} ${predicate}`, scope) ??
        this.#made(things, predicate, scope);
      if (found !== undefined) return `${found.expression}.size() == 0`;
    }
    // "no spot is left" refers to the only record with a remaining number of spots.
    const [, counted = allGone.exec(text)?.[1] ?? ''] =
      new RegExp(`^no (.+?) ${be} (?:left|free|available|vacant)$`).exec(text) ?? [];
    const queue = onWaitingList.test(counted) ? this.#waitingIn(scope) : undefined;
    if (queue !== undefined) return `${queue}.size() >= ${scope.vocabulary.waitingPlaces}`;
    const places = counted === '' ? [] : [{ expression: scope.variable, kind: scope.kind }, ...referredBy(scope)];
    const left = places.flatMap((each) => {
      const number = leftIn(each, counted);
      return number === undefined ? [] : [`${dot(each.expression, number.name)} <= 0`];
    });
    if (left.length === 1) return left[0];
    // "A seat comes free" means that some are left.
    const [, freed = ''] =
      /^(?:an?|any|one) (.+?) (?:is|becomes|comes|gets|turns|remains)(?: then)? (?:left|free|available|vacant)(?: again)?(?: (?:this|that) way| by this| thereby)?$/.exec(
        text,
      ) ?? [];
    const none = freed === '' ? undefined : this.#none(`no ${freed} is left`, scope);
    if (none?.endsWith(' <= 0') === true) return none.replace(/<= 0$/, '> 0');
    const [, made = '', place = ''] =
      new RegExp(`^nothing ${be} (\\w+)( (?:for|on|in|to|at|with) .+)?$`).exec(text) ?? [];
    if (made === '') return this.#usedUp(text, /^(.+?) (?:is|are) /.exec(text)?.[1], '', scope);
    const found = [...scope.vocabulary.kinds.values()].flatMap((kind) => {
      const isMade = kind.makers.has(rootOf(made)) && kind.nouns[0] !== undefined;
      const records = isMade ? this.many(`${kind.nouns[0]}s${place === '' ? ' of it' : place}`, scope) : undefined;
      return records === undefined || records.kind !== kind ? [] : [records];
    });
    const [records, another] = found;
    return records === undefined || another !== undefined ? undefined : `${records.expression}.size() == 0`;
  }

  /** Reads "No crate of the wine was received" as all records, if such an action creates them. */
  #made(things: string, participle: string, scope: Scope) {
    const plural = things.replace(/^[a-z]+(?<!s)(?= of |$)/, pluralOf);
    const found = this.many(plural, scope);
    return found?.kind.makers.has(rootOf(participle)) === true ? found : undefined;
  }

  /** Reads "There is no actual cost", "there is no ban" as a member without a value or a flag. */
  #without(named: string, scope: Scope): string | undefined {
    const phrase = named.replace(/^an? /, '');
    return inScopes(scope, ({ kind, variable }) => {
      const member = memberIn(kind, phrase);
      if (member?.schema.nullable === true) return `${dot(variable, member.name)} == null`;
      const flags = [...kind.members.values()].filter(
        ({ name, schema }) => schema.types[0] === 'boolean' && rootOf(splitWords(name).at(-1) ?? '') === rootOf(phrase),
      );
      return flags.length === 1 && flags[0] !== undefined ? `${dot(variable, flags[0].name)} != true` : undefined;
    });
  }

  /** Returns the records that wait for the same record as this one, if the waiting list is limited. */
  #waitingIn(scope: Scope): string | undefined {
    const { kind, vocabulary } = scope;
    const [noun = ''] = kind.nouns;
    const found = kind.references.flatMap(({ target }) => {
      const [owner = ''] = vocabulary.kinds.get(target)?.nouns ?? [];
      return this.many(`waiting ${pluralOf(noun)} of the ${owner}`, scope)?.expression ?? [];
    });
    return vocabulary.waitingPlaces === undefined || found.length !== 1 ? undefined : found[0];
  }

  /** Reads a remaining amount: "the box has no free slots", "the box is full". */
  #usedUp(text: string, subject: string | undefined, named: string, scope: Scope): string | undefined {
    const isFull =
      /(?:is|are) (?:completely )?(?:full|sold out|fully booked|booked up|fully occupied|at capacity|exhausted|used up|out of stock)$/.test(
        text,
      );
    if (named === '' && !isFull) return undefined;
    return this.#quantity(text, subject, named, scope)?.none;
  }

  /** Returns conditions on a number or reference of a record: that there is none, and that there is some. */
  #quantity(text: string, subject: string | undefined, named: string, scope: Scope) {
    const owner = subject === undefined ? undefined : this.one(subject, scope);
    if (owner === undefined) return undefined;
    const own = named === '' ? undefined : memberIn(owner.kind, named.replace(/ left$/, ''));
    const isLeft = / (?:left|free|available)\b/.test(text) ? leftIn(owner, named) : undefined;
    const number = isLeft ?? own ?? leftIn(owner, named);
    const place = number && numberAt(number, dot(owner.expression, number.name));
    if (number !== undefined && isNumber(number)) return { none: `${place} <= 0`, some: `${place} > 0` };
    const part = own ?? (named === '' ? undefined : memberIn(owner.kind, `${named.replace(/^(?:an?|any) /, '')} id`));
    if (part?.schema.nullable !== true) return undefined;
    const reference = dot(owner.expression, part.name);
    return { none: `${reference} == null`, some: `${reference} != null` };
  }

  #empty(text: string, scope: Scope): string | undefined {
    const [, subject = ''] = /^(.+?) (?:is|are) empty$/.exec(text) ?? [];
    const own = this.one(subject, scope);
    const [[list] = [], another] = own?.expression === scope.variable ? [...scope.kind.lists] : [];
    if (list !== undefined && another === undefined) return `${dot(scope.variable, list)}.size() == 0`;
    const all = this.many(subject, scope);
    return all && `${all.expression}.size() == 0`;
  }

  /** Returns the records of a subject or, without a subject, of the scope. */
  #ofSubject(subject: string | undefined, things: string, scope: Scope): string | undefined {
    if (subject === undefined) return this.many(things, scope)?.expression;
    const owner = this.one(subject, scope);
    if (owner === undefined) return undefined;
    const own: Scope =
      owner.expression === scope.variable
        ? scope
        : { ...scope, variable: owner.expression, kind: owner.kind, outer: scope };
    const found = this.many(things, own, owner) ?? this.many(things, own);
    return found?.expression.replace(
      /^of\(("[^"]*")\)/,
      owner.expression === 'self' ? 'of($1)' : `of($1, ${owner.expression})`,
    );
  }

  /** Reads "it has at least one line", "the title still has copies". */
  possession(text: string, scope: Scope): string | undefined {
    const [, subject = '', things = ''] = /^(.+?) (?:has|have|had|contains?|includes?) (.+)$/.exec(text) ?? [];
    if (subject === '' || /^(?:reached|been|left|no|this|that|such|the same) /.test(things)) return undefined;
    const [, bound, count, rest = things] =
      /^(?:(more than|fewer than|less than|at least|at most|exactly) )?(\w+) (.+)$/.exec(things) ?? [];
    const number = bound === undefined ? undefined : this.value(count ?? '', scope)?.expression;
    if (bound !== undefined && number !== undefined && number !== '1') {
      const counted = this.#numberOf(subject, rest, scope);
      return counted && `${counted} ${signsOfBounds[bound]} ${number}`;
    }
    const several = bound === undefined ? readNumberWord(count ?? '') : undefined;
    if (several !== undefined && several > 1) {
      const counted = this.#numberOf(subject, rest.replace(/ already$/, ''), scope);
      return counted && `${counted} >= ${several}`;
    }
    const some = things.replace(/^at least one /, '');
    const counted = this.#numberOf(subject, some, scope);
    if (counted !== undefined) return `${counted} > 0`;
    return this.#quantity(text, subject, some, scope)?.some;
  }

  /** Returns the number of records that belong to a subject, or a member such as `seatsLeft`. */
  #numberOf(subject: string, things: string, scope: Scope): string | undefined {
    const records = this.#ofSubject(subject, things, scope);
    if (records !== undefined) return `${records}.size()`;
    const owner = this.one(subject, scope);
    const words = splitWords(things.replace(/ of (?:the )?/g, ' '))
      .map(toSingular)
      .sort()
      .join();
    const [number, another] = [...(owner?.kind.members.values() ?? [])].filter(
      ({ name, schema }) => isNumeric(schema.types) && splitWords(name).map(toSingular).sort().join() === words,
    );
    return owner === undefined || number === undefined || another !== undefined
      ? undefined
      : dot(owner.expression, number.name);
  }
}

/** Matches "All seats are gone", which means that none are left. */
const allGone =
  /^all (?:of )?(?:the |its |their )?(.+?) (?:are|have been|were) (?:already )?(?:gone|taken|sold|booked|occupied|filled|used up|reserved|full)$/;
const onWaitingList = /^(?:places?|spots?|rooms?|slots?) (?:on|in) (?:the |its )?(?:waiting list|waitlist|queue)$/;

const freely = /^(?:an?|any|the|free|left|available|remaining|vacant|open|more|further|single|one)$/;

/** Words for remaining amounts that cannot make a record full. */
const measures =
  /^(?:weights?|amounts?|balances?|budgets?|credits?|minutes|hours|days|attempts|tries|percent|points?)$/;

/** Returns the only remaining amount in a record whose name contains all words of the text. */
function leftIn({ kind }: One, named: string): NamedMember | undefined {
  const words = splitWords(named).filter((word) => !freely.test(word));
  const isOfPlaces = (name: string) => words.length > 0 || !splitWords(name).some((word) => measures.test(word));
  const left = [...kind.members.values()].filter((member) => {
    const { name } = member;
    const own = new Set(splitWords(name).map(toSingular));
    return (
      isNumber(member) && leftOver.test(name) && isOfPlaces(name) && words.every((word) => own.has(toSingular(word)))
    );
  });
  return left.length === 1 ? left[0] : undefined;
}
