import { splitWords } from '@understudy/model';
import { bindsSurely, denies, mayOnly } from '../words/modality.js';
import { plainly } from '../words/paraphrases.js';
import { rootOf, verbOfNoun } from '../words/verb-forms.js';
import type { Action } from './action.js';
import { type Clause, clausesOf, wholeOf } from './clauses.js';
import { countLimit, countsFirst, usedTwice } from './count-limits.js';
import { sentencesOfCode } from './error-code.js';
import { namedStates, otherStates, sharesOthers, statesBefore } from './named-states.js';
import type { Need } from './need.js';
import {
  aftermath,
  atThatTime,
  bindsNobody,
  boundWord,
  general,
  inThirdPerson,
  isOtherDuty,
  madeFor,
  modified,
  must,
  negate,
  ofSuch,
  participlesIn,
  phrasesIn,
  restricted,
  sharesStem,
  withoutEffect,
} from './need-phrases.js';
import { splitsAt } from './phrases.js';
import type { ProseReader } from './prose-reader.js';
import { RestrictedThings } from './restricted-things.js';
import type { One, Scope } from './scope.js';
import { parts } from './state-mentions.js';
import { pluralOf } from './states.js';
import { readTimeBound } from './time-bounds.js';
import { withinLimit } from './value-limits.js';
import { memberIn } from './vocabulary.js';

/** Reads the conditions under which an operation is possible. */
export class NeedReader {
  readonly #reader: ProseReader;
  readonly #action: Action;
  readonly #things: RestrictedThings;

  constructor(reader: ProseReader, action: Action) {
    this.#reader = reader;
    this.#action = action;
    this.#things = new RestrictedThings(reader, action);
  }

  /**
   * Reads a sentence about the operation.
   *
   * @param before the previous sentence, to which "any other state" refers
   */
  need(given: string, said = given, before = ''): Need | undefined {
    const { scope } = this.#action;
    const earlier = before !== '' && sharesOthers(given) ? this.need(before) : undefined;
    const known = earlier?.isLoose === true ? undefined : earlier?.condition;
    const other = known ?? otherStates(given, before, scope) ?? withinLimit(this.#reader, given, scope);
    if (other !== undefined) return { condition: other };
    const bound = readTimeBound(this.#reader, given, scope);
    const says = bound === undefined || this.#isOfOther(bound.rest) ? undefined : wholeOf(bound.rest).says;
    const isSure = says === 'refused' || (bound !== undefined && (bindsSurely.test(given) || this.#isOwn(bound.rest)));
    if (bound !== undefined && says !== undefined && isSure)
      return { condition: says === 'refused' ? negate(bound.condition) : bound.condition };
    // For a rejecting operation, "The leave is refused" is its effect.
    const isRefusal = ['reject', 'refus', 'declin', 'deny'].some((root) => this.#action.verbs.has(root));
    const text = withoutEffect(given, isRefusal);
    const [first = '', further] = text.split(/,? (?:and|or|but) (?:also|even) (?=(?:while|after|if|once|when) )/);
    if (further !== undefined) return this.#either(first, further);
    if (bindsNobody(text) || isOtherDuty(text, this.#action)) return undefined;
    const [, state = '', , rest = ''] =
      /^(?:if|when|once|while) (.+?), (it|they|the [a-z]+) (can (?:still|also|even) be .+)$/.exec(text) ?? [];
    const wider = state === '' ? undefined : this.#because(state);
    const wide = wider === undefined ? undefined : this.need(`it ${rest.replace(/ (?:still|also|even) /, ' ')}`);
    if (wider !== undefined) return wide && { condition: `!(${wider}) || (${wide.condition})`, widens: wider };
    const clauses = clausesOf(text);
    for (const clause of clauses) {
      const found = this.#binding(clause);
      if (found !== undefined) return { condition: found };
    }
    return this.#loose(text, said);
  }

  /** Reads "Possible while requested, and also after approval while it has not begun", "Refused if A, and also if B". */
  #either(first: string, further: string): Need | undefined {
    const base = this.need(first);
    const states = (part: string) => this.#reader.states(part, this.#action.scope);
    const conditions = further
      .split(/(?:^|,? )(?:while|after|if|once|when) /)
      .filter((part) => part !== '')
      .map((part) => states(part) ?? states(verbOfNoun(part) ?? '') ?? this.#because(part));
    if (base === undefined) return undefined;
    const known = conditions.flatMap((each) => each ?? []);
    if (denies.test(first)) return { ...base, condition: [base.condition, ...known.map(negate)].join(' && ') };
    if (known.length < conditions.length) return undefined;
    return { ...base, condition: `(${base.condition}) || (${conditions.map((each) => `(${each})`).join(' && ')})` };
  }

  /** Reads why the operation is rejected. */
  reason(text: string, said = text, before?: string): Need | undefined {
    if (general.test(text) || (aftermath.test(text) && !bindsSurely.test(text))) return undefined;
    const found =
      this.#because(text) ?? this.#because(text.replace(/^(?:because|when|if|since|as|once|after|while|unless) /, ''));
    if (found !== undefined) return { condition: negate(found) };
    const need = this.need(text, said);
    if (need !== undefined && need.isWeak !== true) return need;
    // Ignores consequences after "so". In a list, the first part contains the subject.
    for (const [reason] of splitsAt(text.replace(/, (so|which|and so|hence|therefore|as|and) /, ' ;so '), ';so')) {
      const cause = this.#because(reason);
      if (cause !== undefined) return { condition: negate(cause) };
    }
    const [head = text, ...rest] = text.split(', ');
    const main = rest.length === 0 ? undefined : this.#because(head);
    if (main !== undefined) return { condition: negate(main) };
    const subject = /^(.+?) (is|are|was|has been|have been|has|have) /.exec(before ?? '');
    const texts = [
      text.replace(/^(?:it|they) /, `${subject?.[1]} `),
      `${subject?.[1]} ${subject?.[2]} ${text}`,
      `${subject?.[1]} ${text}`,
      text.replace(/ it$/, ` ${subject?.[1]}`),
    ];
    for (const each of subject === null ? [] : texts) {
      const cause = this.#because(each);
      if (cause !== undefined) return { condition: negate(cause) };
    }
    const states = namedStates(text, said, this.#action.scope);
    return states === undefined || !/ (?:is|are|was|were|has|have|in|with|already) /.test(` ${text} `)
      ? undefined
      : { condition: negate(states), isLoose: true };
  }

  /** Reads the code of an error, such as `already_paid` or `order_not_open`. */
  code(code: string): Need | undefined {
    const text = splitWords(code).join(' ');
    const nouns = this.#action.scope.kind.nouns.flatMap((noun) => [noun, pluralOf(noun)]);
    const bare = nouns.reduce((left, noun) => left.replace(new RegExp(`^${noun} (?!.*\\b(?:has|is)\\b)`), ''), text);
    const found = this.#reader.condition(`it is ${bare.replace(/^(?:is|was|already) /, '')}`, this.#action.scope);
    const cause = found ?? this.#abbreviated(code);
    return cause === undefined ? undefined : { condition: negate(cause) };
  }

  #abbreviated(code: string): string | undefined {
    for (const each of sentencesOfCode(code, this.#action.scope)) {
      const cause = this.#because(each);
      if (cause !== undefined) return cause;
    }
    return undefined;
  }

  #binding({ main, cause, says, isUntil = false }: Clause): string | undefined {
    if (says === undefined || this.#isOfOther(main)) return undefined;
    if (cause === undefined) return this.#inMain(main, says);
    if (says === 'needed' && mayOnly.test(main) && !bindsSurely.test(main) && !this.#isOwn(main)) return undefined;
    const condition = restricted.test(main)
      ? this.#action.compare?.(this.#reader, `${cause} ${main}`, this.#action.scope)
      : this.#because(cause, this.#subjectOf(main));
    if (condition === undefined) return undefined;
    if (says === 'needed') return condition;
    return (isUntil ? statesBefore(condition, this.#action.scope) : undefined) ?? negate(condition);
  }

  /** True if the sentence describes another operation. */
  #isOfOther(main: string): boolean {
    const { verbs, otherVerbs, isChange = false, scope } = this.#action;
    const roots = participlesIn(main);
    const [, subject = ''] = /^(?:the |its )?(.+?) (?:can|cannot|can't|may|must|has to)\b/.exec(main) ?? [];
    // "The capacity cannot go below 5" describes a member.
    if (isChange && memberIn(scope.kind, subject) !== undefined) return false;
    return (
      roots.length > 0 &&
      !roots.some((root) => verbs.has(root)) &&
      (isChange || roots.some((root) => otherVerbs.has(root)))
    );
  }

  #isOwn(main: string): boolean {
    const found = participlesIn(main);
    return found.length === 0
      ? /^(?:this|it) (?:can|may)\b|\bpossible\b/.test(main)
      : found.some((root) => [...this.#action.verbs].some((verb) => sharesStem(verb, root)));
  }

  /** Reads "Only drafts can be sent", "A paid bill cannot be changed", "It must be open", "Needs an open order". */
  #inMain(main: string, says: 'refused' | 'needed'): string | undefined {
    const { scope } = this.#action;
    const limit = countLimit(this.#reader, main, scope) ?? usedTwice(this.#reader, main, scope);
    if (limit !== undefined || countsFirst.test(main)) return limit && negate(limit);
    // "It must still be active (not finished)"
    const required = must.exec((main.split(/, and |; /)[0] ?? main).replace(/ be [a-z ]+ \((not [^()]+)\)$/, ' $1'));
    if (required !== null) {
      const [, subject = '', no, predicate = ''] = required;
      const verb = plainly(inThirdPerson(predicate));
      const found = this.#because(`${subject} ${verb}`) ?? this.#because(`${subject} is ${verb}`);
      if (found !== undefined) return no === undefined ? found : negate(found);
    }
    const [, needed] = /^(?:.+? )?(?:needs|requires|expects|demands|presupposes) (?:that )?(.+)$/.exec(main) ?? [];
    if (needed !== undefined)
      return this.#things.read(needed) ?? this.#because(needed) ?? this.#because(`it has ${needed}`);
    const isDenied = says === 'refused';
    const [, single] = /^(?:only |at most |no more than )?((?:one|a single) .+)$/.exec(main) ?? [];
    const compared =
      single !== undefined ||
      /^nobody |^no one /.test(main) ||
      (isDenied && / (?:more|less|fewer) than |\b(?:overlap(?:ping)?|collide|clash)\b/.test(main))
        ? this.#action.compare?.(this.#reader, main, scope)
        : undefined;
    if (compared !== undefined) return negate(compared);
    for (const phrase of phrasesIn(main, isDenied)) {
      const found =
        this.#things.read(phrase) ??
        (isDenied && boundWord.test(phrase) ? this.#action.compare?.(this.#reader, phrase, scope) : undefined);
      if (found !== undefined) return isDenied ? negate(found) : found;
    }
    const [, subject = '', verb = '', rest = ''] =
      /^(.+?) (?:cannot|can't|may not|must not|could not|can never) (be|lie|start|end|exceed|have|go|fall|drop|rise) (.+)$/.exec(
        main,
      ) ?? [];
    const wrong = subject === '' ? undefined : this.#because(`${subject} ${inThirdPerson(`${verb} ${rest}`)}`);
    if (wrong !== undefined) return negate(wrong);
    const counted =
      /^(?:.+? )?(?:can|may|cannot|can't) (?:only )?be ([a-z]+ed) (?:more than |at most |up to |no more than )?(\w+)(?: times?)?(?: at most)?$/.exec(
        main,
      );
    const times = counted && this.#action.compare?.(this.#reader, `it was ${counted[1]} ${counted[2]} times`, scope);
    return typeof times === 'string' ? negate(times) : undefined;
  }

  /** Reads a condition. Its pronoun refers to the subject of the main part. */
  #because(text: string, subject?: One): string | undefined {
    const { scope, compare } = this.#action;
    const isOther = subject !== undefined && subject.expression !== scope.variable;
    const own: Scope = isOther ? { ...scope, variable: subject.expression, kind: subject.kind, outer: scope } : scope;
    const reader = this.#reader;
    for (const each of [text, `it is ${text}`]) {
      const found =
        (atThatTime.test(each) ? compare?.(reader, each, scope) : undefined) ??
        reader.condition(each, own) ??
        (isOther ? reader.condition(each, scope) : undefined) ??
        compare?.(reader, each, scope);
      if (found !== undefined) return found;
    }
    // "The number is above 2 for a small boat"
    const [, main = '', which, thing] = ofSuch.exec(text) ?? [];
    const such = main === '' ? undefined : reader.condition(`${main} and the ${thing} is ${which}`, own);
    if (such !== undefined) return such;
    const [, about = text] = madeFor.exec(text) ?? [];
    return this.#oneOf(text) ?? this.#things.read(about);
  }

  /** Reads "The copy is on loan, lost, or held for somebody else": all parts share the subject of the first. */
  #oneOf(text: string): string | undefined {
    const [, subject = '', verb = '', list = ''] = /^(.+?) (is|are|was|has been) (?:either )?(.+)$/.exec(text) ?? [];
    const parts = list
      .split(/, (?:or )?| or /)
      .map((part) => part.replace(/^(?:is|are|was|has been) /, ''))
      .filter((part) => part !== '');
    if (parts.length < 2) return undefined;
    const { scope, compare } = this.#action;
    const read = parts.flatMap((part) => {
      const whole = `${subject} ${verb} ${part}`;
      return this.#reader.condition(whole, scope) ?? compare?.(this.#reader, whole, scope) ?? [];
    });
    // Each part alone is enough to reject a request.
    return read.length === 0 ? undefined : read.map((each) => (read.length > 1 ? `(${each})` : each)).join(' || ');
  }

  /** Returns the record that a pronoun in a condition refers to: "A tool cannot be rented while it is broken". */
  #subjectOf(main: string): One | undefined {
    const [, phrase = ''] =
      /^(?:an?|the|any|every|each|no) ([a-z ]+?) (?:can|cannot|may|must|is|are|has)\b/.exec(main) ?? [];
    return phrase === '' ? undefined : this.#things.thing(phrase);
  }

  /** Reads the states in a part of a sentence with unknown words. */
  #loose(text: string, said: string): Need | undefined {
    if (/\balso\b/.test(text)) return undefined;
    for (const part of text.split(parts))
      for (const { main, cause = main, says, isUntil = false } of clausesOf(part)) {
        const isOther = this.#isOfOther(main) || (says === 'needed' && !bindsSurely.test(main) && !this.#isOwn(main));
        const states =
          says === undefined || isOther || modified.test(cause)
            ? undefined
            : namedStates(cause, said, this.#action.scope);
        if (states !== undefined)
          return {
            condition:
              says === 'refused' ? (isUntil && statesBefore(states, this.#action.scope)) || negate(states) : states,
            isLoose: true,
          };
      }
    // "Ends an active subscription."
    const [verb = '', article = ''] = text.split(' ');
    const isOwn = this.#action.verbs.has(rootOf(verb)) && !/^(?:it|its|this)$/.test(article);
    const states = isOwn && !denies.test(text) ? namedStates(text, said, this.#action.scope) : undefined;
    return states === undefined ? undefined : { condition: states, isLoose: true, isWeak: true };
  }
}
