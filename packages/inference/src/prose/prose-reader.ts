import { comparisons } from '../words/comparisons.js';
import { areSynonyms } from '../words/synonyms.js';
import { rootOf } from '../words/verb-forms.js';
import { isNumeric } from './amounts.js';
import { clean, splitsAt } from './phrases.js';
import { innerVariable, type One, type Scope } from './scope.js';
import { be, TimeReader } from './time-reader.js';
import { dot, memberIn } from './vocabulary.js';

/** Names of what is left of something. */
const leftOver =
  /^(?:free|available|remaining|vacant|open|left)(?:_|[A-Z]|$)|(?:_|[a-z])(?:left|Left|available|Available|remaining|Remaining|free|Free)$/;

/** Reads sentences of a description about a thing as conditions of a model. Undefined if any word is not understood. */
export class ProseReader extends TimeReader {
  condition(given: string, scope: Scope): string | undefined {
    const text = clean(given)
      .replace(/^(?:because|since|when|while|if|that|once|as soon as|after) /, '')
      .replace(/^(?:and|or|but) /, '');
    if (text === '' || text.length > 240) return undefined;
    // "a session runs on it" is that it is running there.
    const [, thing = '', verb = '', place = ''] =
      /^(an? [a-z ]+?) ([a-z]{2,})s ((?:on|in|at|for|with|of) .+)$/.exec(text) ?? [];
    const running = verb === '' ? undefined : this.#presence(`${thing} is ${verb} ${place}`, scope);
    if (running !== undefined) return running;
    if (/^.+ (?:comes back|comes in|is returned|is brought back|is given back|arrives) late$/.test(text))
      return this.states('late', { ...scope, kind: { ...scope.kind, states: [] } });
    return this.#simple(text, scope) ?? this.#compound(text, scope);
  }

  #simple(text: string, scope: Scope): string | undefined {
    return (
      this.#absence(text, scope) ??
      this.#presence(text, scope) ??
      this.#possession(text, scope) ??
      this.#predicate(text, scope) ??
      this.#comparison(text, scope) ??
      this.onDay(text, scope) ??
      this.#existence(text, scope)
    );
  }

  /** "A, or B", "A or B" with the subject of the first for the second. */
  #compound(text: string, scope: Scope): string | undefined {
    const operators = { '(?:, )?or': '||', '(?:, )?and': '&&', but: '&&' };
    for (const [word, operator] of Object.entries(operators))
      for (const [left, right] of splitsAt(text.replace(/, (or|and) /g, ' $1 '), word)) {
        // "below the lower or above the upper limit of the assay"
        const [owner = ''] = / of the [a-z ]+$/.exec(right) ?? [];
        const one =
          this.condition(left, scope) ?? (owner === '' ? undefined : this.condition(`${left}${owner}`, scope));
        if (one === undefined) continue;
        const [subject] = new RegExp(`^.+?(?= ${be} )`).exec(left) ?? [];
        const verb = new RegExp(`^.+? (${be}) `).exec(left)?.[1];
        const thing = subject === undefined ? undefined : this.one(subject, scope);
        // "X is the same as Y or before it"
        const [, object] = /\b(?:as|than|to|before|after|of) ([a-z_]+)$/.exec(left) ?? [];
        const compared =
          object === undefined || !/ it$/.test(right)
            ? undefined
            : this.condition(`${subject ?? ''} ${verb ?? ''} ${right.replace(/ it$/, ` ${object}`)}`, scope);
        if (compared !== undefined) return `(${one}) ${operator} (${compared})`;
        const isOther = thing !== undefined && thing.expression !== scope.variable && /^(?:it|they) /.test(right);
        const other =
          (isOther
            ? this.condition(right.replace(/^(?:it|they)/, subject ?? ''), scope)
            : this.condition(right, scope)) ??
          (subject === undefined
            ? undefined
            : (this.condition(`${subject} ${right}`, scope) ??
              (verb === undefined ? undefined : this.condition(`${subject} ${verb} ${right}`, scope))));
        if (other !== undefined) return `(${one}) ${operator} (${other})`;
      }
    return undefined;
  }

  /** "there are no lines", "it has no open tickets", "no line has a price". */
  #absence(text: string, scope: Scope): string | undefined {
    const [, owner, things] =
      /^(?:(there) (?:is|are)|(?:.+?) (?:has|have|had|contains?|includes?)) (?:no(?: longer any)?|not any|none of) (.+?)(?: left| yet)?$/.exec(
        text,
      ) ?? [];
    const named = things ?? /(?:has|have|contains?) no (.+)$/.exec(text)?.[1];
    if (named === undefined)
      return /^(?:.+ )?(?:is|are) empty$/.test(text) ? this.#empty(text, scope) : this.#none(text, scope);
    const subject = owner === 'there' ? undefined : /^(.+?) (?:has|have|had|contains?|includes?) no/.exec(text)?.[1];
    const records = this.#ofSubject(subject, named, scope);
    return records === undefined ? this.#usedUp(text, subject, named, scope) : `${records}.size() == 0`;
  }

  /** "no samples were registered for it", "nothing has been recorded for it". */
  #none(text: string, scope: Scope): string | undefined {
    const [, things = '', verb = '', predicate = ''] =
      new RegExp(`^(?:no|none of (?:the|its)) (.+?) (${be}) (.+)$`).exec(text) ?? [];
    if (things !== '') {
      const found =
        this.many(`${things} that ${verb} ${predicate}`, scope) ?? this.many(`${things} ${predicate}`, scope);
      if (found !== undefined) return `${found.expression}.size() == 0`;
    }
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

  /** "the box has no free slots", "the box is full": the one number of what is left in it. */
  #usedUp(text: string, subject: string | undefined, named: string, scope: Scope): string | undefined {
    const isFull =
      /(?:is|are) (?:completely )?(?:full|sold out|fully booked|booked up|fully occupied|at capacity|exhausted|used up|out of stock)$/.test(
        text,
      );
    if (named === '' && !isFull) return undefined;
    const owner = subject === undefined ? undefined : this.one(subject, scope);
    if (owner === undefined) return undefined;
    const own = named === '' ? undefined : memberIn(owner.kind, named.replace(/ left$/, ''));
    const left = [...owner.kind.members.values()].filter(
      ({ name, schema }) => isNumeric(schema.types) && leftOver.test(name),
    );
    const number = own ?? (left.length === 1 ? left[0] : undefined);
    return number === undefined || !isNumeric(number.schema.types)
      ? undefined
      : `${dot(owner.expression, number.name)} <= 0`;
  }

  #empty(text: string, scope: Scope): string | undefined {
    const [, subject = ''] = /^(.+?) (?:is|are) empty$/.exec(text) ?? [];
    const own = this.one(subject, scope);
    const [[list] = [], another] = own?.expression === scope.variable ? [...scope.kind.lists] : [];
    if (list !== undefined && another === undefined) return `${dot(scope.variable, list)}.size() == 0`;
    const all = this.many(subject, scope);
    return all && `${all.expression}.size() == 0`;
  }

  /** The things that a subject has. Without a subject, those of the scope. */
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

  /** "a session is running on one of the connectors", "one of its tickets was used", "there is an open invoice". */
  #presence(text: string, scope: Scope): string | undefined {
    const there = /^there (?:is|are) (?:still )?(.+)$/.exec(text);
    if (there !== null) {
      const found = this.many(there[1] ?? '', scope);
      return found && `${found.expression}.size() > 0`;
    }
    const [, quantity = '', things = '', verb = '', predicate = ''] =
      new RegExp(`^(an?|another|one of|any of|some of|at least one of|any|some|one) (.+?) (${be}) (.+)$`).exec(text) ??
      [];
    if (quantity === '') return undefined;
    const found = this.many(things, scope);
    const variable = innerVariable(scope);
    const inner: Scope | undefined = found && {
      vocabulary: scope.vocabulary,
      variable,
      kind: found.kind,
      outer: scope,
    };
    const plain = inner && found && this.#predicate(`it ${verb} ${predicate}`, inner);
    if (plain !== undefined) return `${found?.expression}.exists(${variable}, ${plain})`;
    const whole = this.many(`${things} that ${verb} ${predicate}`, scope) ?? this.#placed(things, predicate, scope);
    return whole && (typeof whole === 'string' ? whole : `${whole.expression}.size() > 0`);
  }

  /** "somebody is waiting for the title", "a session is running at the station". */
  #placed(things: string, predicate: string, scope: Scope): string | undefined {
    for (const [state, place] of splitsAt(predicate, '(?:for|on|at|in|of|by|with|to)')) {
      const found = this.many(`${state} ${things} of ${place}`, scope);
      if (found !== undefined) return `${found.expression}.size() > 0`;
    }
    return undefined;
  }

  /** "it has at least one line", "the title still has copies". */
  #possession(text: string, scope: Scope): string | undefined {
    const [, subject = '', things = ''] = /^(.+?) (?:has|have|had|contains?|includes?) (.+)$/.exec(text) ?? [];
    if (subject === '' || /^(?:reached|been|left|no|this|that|such|the same) /.test(things)) return undefined;
    const [, bound, count, rest = things] =
      /^(?:(more than|fewer than|less than|at least|at most|exactly) )?(\w+) (.+)$/.exec(things) ?? [];
    const number = bound === undefined ? undefined : this.value(count ?? '', scope)?.expression;
    if (bound !== undefined && number !== undefined && number !== '1') {
      const counted = this.#ofSubject(subject, rest, scope);
      const sign = {
        'more than': '>',
        'fewer than': '<',
        'less than': '<',
        'at least': '>=',
        'at most': '<=',
        exactly: '==',
      }[bound];
      return counted && `${counted}.size() ${sign} ${number}`;
    }
    const records = this.#ofSubject(subject, things.replace(/^at least one /, ''), scope);
    return records && `${records}.size() > 0`;
  }

  /** "the copy is on loan", "it was not paid", "the card has been blocked". */
  #predicate(text: string, scope: Scope): string | undefined {
    const found = new RegExp(
      `^(.+?) (${be}|does|do|did)(?: (not|never|no longer|anything but|any(?:thing)? other than|other than|neither))? (.+)$`,
    ).exec(text);
    if (found === null) {
      const [, subject = '', not, phrase = ''] =
        /^(.+?)(?: (no longer|does not|do not|doesn't|never))? ([a-z]+)$/.exec(text) ?? [];
      const isVerb = not !== undefined || phrase.endsWith('s');
      const thing = subject === '' || !isVerb ? undefined : this.one(subject, scope);
      const state = thing && this.states(phrase, scopeOf(thing, scope));
      return state === undefined || not === undefined ? state : `!(${state})`;
    }
    const [, subject = '', , negation, phrase = ''] = found;
    const thing = this.one(subject, scope);
    if (thing === undefined) return undefined;
    const inner = scopeOf(thing, scope);
    const positive = this.states(phrase.replace(/^(?:in|of) (?:the )?(?:status|state) /, ''), inner);
    if (positive === undefined) return undefined;
    return negation === undefined ? positive : `!(${positive})`;
  }

  #comparison(text: string, scope: Scope): string | undefined {
    for (const [words, operator] of comparisons) {
      const found = new RegExp(`^(.+?) ${words.replace(/\?\(\?: not\)\? /, '?(?<no> not)? ?')} (.+)$`).exec(text);
      if (found === null) continue;
      const { no } = found.groups ?? {};
      const [left, right] = [this.value(found[1] ?? '', scope), this.value(found.at(-1) ?? '', scope)];
      const [one, other] = [left, right].map((each) => each?.member && isNumeric(each.member.schema.types));
      if (left === undefined || right === undefined || (one !== undefined && other === !one)) continue;
      // "The balance would exceed 500": with the amount of the request.
      const isAfter = / would /.test(text) && left.expression.startsWith('find(');
      const more = isAfter ? this.value('amount', scope)?.expression : undefined;
      const condition = `${left.expression}${more === undefined ? '' : ` + ${more}`} ${operator} ${right.expression}`;
      return no === undefined ? condition : `!(${condition})`;
    }
    // "start and end are the same date"
    const [, one, other] =
      /^(.+?) and (.+?) (?:are|fall on|lie on) the same(?: (?:date|day|time|value|number))?$/.exec(text) ?? [];
    const [first, second] = [one, other].map((each) => (each === undefined ? undefined : this.value(each, scope)));
    if (first !== undefined && second !== undefined) return `${first.expression} == ${second.expression}`;
    return this.inTime(text, scope);
  }

  /** "somebody is waiting for the title": a record of the one kind with such a state. */
  #existence(text: string, scope: Scope): string | undefined {
    const [, none, made = '', held = ''] =
      /^(?:(nobody|no one)|somebody|someone|anybody|anyone) ([a-z]+?)(?:es|s) (it|them|this|(?:the|this) .+)$/.exec(
        text,
      ) ?? [];
    const makers = [...scope.vocabulary.kinds.values()].filter((kind) => kind.makers.has(rootOf(made)));
    const things =
      makers.length === 1 ? this.many(`unfinished ${makers[0]?.nouns[0] ?? ''}s of ${held}`, scope) : undefined;
    if (things !== undefined) return `${things.expression}.size() ${none === undefined ? '>' : '=='} 0`;
    // "It is held for somebody": a live record that a request for this makes.
    const [, owned = '', kept = ''] =
      /^(.+?) is ([a-z]+) (?:for|by) (?:somebody|someone|anybody|anyone|an? [a-z]+)$/.exec(text) ?? [];
    const making = [...scope.vocabulary.kinds.values()].filter(
      ({ makers, resource }) =>
        kept !== '' && resource !== scope.kind.resource && [...makers].some((maker) => areSynonyms(kept, maker)),
    );
    const live =
      making.length === 1 ? this.many(`unfinished ${making[0]?.nouns[0] ?? ''}s of ${owned}`, scope) : undefined;
    if (live !== undefined) return `${live.expression}.size() > 0`;
    const [, nobody, verb = '', place = ''] =
      /^(?:(nobody|no one)|somebody|someone|anybody|anyone) (?:is |has |was )?(?:been )?(\w+) (?:for|on|at|in|to|by|with) (.+)$/.exec(
        text,
      ) ?? [];
    const owner = place === '' ? undefined : this.one(place, scope);
    if (owner === undefined) return undefined;
    const found = [...scope.vocabulary.kinds.values()].flatMap((kind) => {
      const records = this.many(`${kind.nouns[0]}s of ${place}`, scope);
      const variable = innerVariable(scope);
      const state = records && this.states(verb, { variable, kind });
      return records === undefined || records.kind !== kind || state === undefined
        ? []
        : [`${records.expression}.exists(${variable}, ${state})`];
    });
    if (found.length !== 1) return undefined;
    return nobody === undefined ? found[0] : `!${found[0]}`;
  }
}

function scopeOf({ expression, kind }: One, scope: Scope): Scope {
  return expression === scope.variable ? scope : { vocabulary: scope.vocabulary, variable: expression, kind };
}
