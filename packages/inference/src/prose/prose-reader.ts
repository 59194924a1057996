import { comparisons } from '../words/comparisons.js';
import { areSynonyms } from '../words/synonyms.js';
import { rootOf } from '../words/verb-forms.js';
import { isNumber } from './amounts.js';
import { clean, splitsAt } from './phrases.js';
import { PossessionReader } from './possession-reader.js';
import { innerVariable, type One, type Scope } from './scope.js';
import { settledAmount } from './settled.js';
import { pluralOf } from './states.js';
import { be } from './time-reader.js';
import { dot, memberIn } from './vocabulary.js';

/** Translates sentences about a record to conditions of a model. Returns undefined if a word is not understood. */
export class ProseReader extends PossessionReader {
  condition(given: string, scope: Scope): string | undefined {
    return this.once('condition', given, scope, () => this.#condition(given, scope));
  }

  #condition(given: string, scope: Scope): string | undefined {
    const text = clean(given)
      // "The applicant is younger than 25 (member `applicant.age`)"
      .replace(/^.+? (is|are) (.+) \((?:member |see |in )?(\w+(?:\.\w+)+)\)$/, '$3 $1 $2')
      .replace(/\b(is|are) (?:younger|older) than(?= \d)/, (found) =>
        /older/.test(found) ? 'is more than' : 'is less than',
      )
      .replace(/^(?:because|since|when|while|if|that|once|as soon as|after) /, '')
      .replace(/^(?:and|or|but) /, '');
    if (text === '' || text.length > 240) return undefined;
    // "a session runs on it" means that a session is in progress there.
    const [, thing = '', verb = '', place = ''] =
      /^(an? [a-z ]+?) ([a-z]{2,})s ((?:on|in|at|for|with|of) .+)$/.exec(text) ?? [];
    const running = verb === '' ? undefined : this.#presence(`${thing} is ${verb} ${place}`, scope);
    if (running !== undefined) return running;
    if (/^.+ (?:comes back|comes in|is returned|is brought back|is given back|arrives) late$/.test(text))
      return this.states('late', { ...scope, kind: { ...scope.kind, states: [] } });
    // "The member owes no more than 100 euros"
    const [, ahead = '', bound = ''] = /^(.+?) (?:no|not) (more than .+)$/.exec(text) ?? [];
    const over = bound === '' ? undefined : this.condition(`${ahead} ${bound}`, scope);
    if (over !== undefined) return `!(${over})`;
    const settled = settledAmount(this, text, scope);
    if (settled !== undefined) return settled;
    return this.#simple(text, scope) ?? this.#compound(text, scope);
  }

  #simple(text: string, scope: Scope): string | undefined {
    return (
      this.absence(text, scope) ??
      this.#flag(text, scope) ??
      this.#presence(text, scope) ??
      this.possession(text, scope) ??
      this.#predicate(text, scope) ??
      this.#comparison(text, scope) ??
      this.onDay(text, scope) ??
      this.#existence(text, scope)
    );
  }

  /** Reads the value of a flag: "`may_drive` of the driver is false". */
  #flag(text: string, scope: Scope): string | undefined {
    const [, subject = '', no, word = ''] =
      /^(.+?) (?:is|are|equals|reads|says) (not )?(?:set to )?(true|false)$/.exec(text) ?? [];
    const flag = subject === '' ? undefined : this.value(subject, scope);
    if (flag?.member?.schema.types[0] !== 'boolean') return undefined;
    return `${flag.expression} ${(no === undefined) === (word === 'true') ? '==' : '!='} true`;
  }

  /** Reads "A, or B" and "A or B", where B can omit the subject of A. */
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
        const [, object] = /\b(?:as|than|to|at|before|after|of) ([a-z_]+)$/.exec(left) ?? [];
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

  /**
   * Reads "a session is running on one of the connectors", "one of its tickets was used", "there is an open invoice".
   */
  #presence(text: string, scope: Scope): string | undefined {
    const there = /^there (?:is|are) (?:still )?(.+)$/.exec(text);
    if (there !== null) {
      const found = this.many(there[1] ?? '', scope);
      return found === undefined ? this.#thereIs(there[1] ?? '', scope) : `${found.expression}.size() > 0`;
    }
    const [, all = '', be_ = '', state = ''] =
      new RegExp(`^(?:every|each|all)(?: of)? ((?:its |the |their )?[a-z].*?) (${be}) (?!not )(.+)$`).exec(text) ?? [];
    if (all !== '')
      return this.#each(/^(?:every|each) /.test(text) ? withPlural(all) : all, `it ${be_} ${state}`, scope);
    const [, quantity = '', things = '', verb = '', predicate = ''] =
      new RegExp(`^(an?|another|one of|any of|some of|at least one of|any|some|one) (.+?) (${be}) (.+)$`).exec(text) ??
      [];
    if (quantity === '') return undefined;
    const one = this.#each(things, `it ${verb} ${predicate}`, scope, 'exists');
    if (one !== undefined) return one;
    const whole = this.many(`${things} that ${verb} ${predicate}`, scope) ?? this.#placed(things, predicate, scope);
    return whole && (typeof whole === 'string' ? whole : `${whole.expression}.size() > 0`);
  }

  /** Reads "There is a balance" as a number above 0, or as a value that is not null. */
  #thereIs(named: string, { kind, variable }: Scope): string | undefined {
    const member = memberIn(kind, named.replace(/^(?:an?|any|some) /, ''));
    if (member === undefined) return undefined;
    const value = dot(variable, member.name);
    return isNumber(member) ? `${value} > 0` : member.schema.nullable ? `${value} != null` : undefined;
  }

  /** Reads a predicate of all records in a phrase, or of one: "Every line is packed". */
  #each(things: string, predicate: string, scope: Scope, macro = 'all'): string | undefined {
    const found = this.many(things, scope);
    const variable = innerVariable(scope);
    const inner = found && { vocabulary: scope.vocabulary, variable, kind: found.kind, outer: scope };
    const plain = inner && this.#predicate(predicate, inner);
    return plain && `${found?.expression}.${macro}(${variable}, ${plain})`;
  }

  /** Reads "somebody is waiting for the title", "a session is running at the station". */
  #placed(things: string, predicate: string, scope: Scope): string | undefined {
    for (const [state, place] of splitsAt(predicate, '(?:for|on|at|in|of|by|with|to)')) {
      const found = this.many(`${state} ${things} of ${place}`, scope);
      if (found !== undefined) return `${found.expression}.size() > 0`;
    }
    return undefined;
  }

  /** Reads "the copy is on loan", "it was not paid", "the card has been blocked". */
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
    for (const [pattern, operator] of comparisons) {
      const found = pattern.exec(text);
      if (found === null) continue;
      const { no } = found.groups ?? {};
      const [left, right] = [this.value(found[1] ?? '', scope), this.value(found.at(-1) ?? '', scope)];
      const [one, other] = [left, right].map((each) => each?.member && isNumber(each.member));
      if (left === undefined || right === undefined || (one !== undefined && other === !one)) continue;
      // "The balance would exceed 500" includes the amount in the request.
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

  /** Reads "somebody is waiting for the title": a record of the only resource with such a state. */
  #existence(text: string, scope: Scope): string | undefined {
    const [, none, made = '', held = ''] =
      /^(?:(nobody|no one)|somebody|someone|anybody|anyone) ([a-z]+?)(?:es|s) (it|them|this|(?:the|this) .+)$/.exec(
        text,
      ) ?? [];
    const kinds = [...scope.vocabulary.kinds.values()];
    const makers = made === '' ? [] : kinds.filter((kind) => kind.makers.has(rootOf(made)));
    const things =
      makers.length === 1 ? this.many(`unfinished ${makers[0]?.nouns[0] ?? ''}s of ${held}`, scope) : undefined;
    if (things !== undefined) return `${things.expression}.size() ${none === undefined ? '>' : '=='} 0`;
    // "It is held for somebody" refers to a live record that a request for this record creates.
    const [, owned = '', kept = ''] =
      /^(.+?) is ([a-z]+) (?:for|by) (?:somebody|someone|anybody|anyone|an? [a-z]+)$/.exec(text) ?? [];
    const making = kinds.filter(
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

/** Rewrites "Line of the order" as "lines of the order". */
function withPlural(phrase: string): string {
  return phrase.replace(
    /^((?:its |the |their )?(?:[a-z]{1,30} ){0,4}?)([a-z]{1,30})(?= (?:of|in|on|for|at|from|with|that|which) |$)/,
    (_all, lead: string, noun: string) => `${lead}${pluralOf(noun)}`,
  );
}
