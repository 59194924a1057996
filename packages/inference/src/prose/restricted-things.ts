import type { Action } from './action.js';
import { negate } from './need-phrases.js';
import { clean, splitsAt } from './phrases.js';
import type { ProseReader } from './prose-reader.js';
import type { One, Scope } from './scope.js';

const heldBeside =
  /^(?:already )?(ha(?:s|ve) (?:an?|another|one) [a-z]{1,30}(?: [a-z]{1,30})? (?:in|for|on|at|of|with) (?:the|this|that|the same) [a-z_]{1,30})(?: (?:that|which) (?:is|are|was) not [a-z_ ]{1,40})?(?: already)?$/;

/** Reads phrases for records in certain states as conditions. */
export class RestrictedThings {
  readonly #reader: ProseReader;
  readonly #scope: Scope;

  readonly #compare: Action['compare'];

  constructor(reader: ProseReader, { scope, compare }: Pick<Action, 'scope' | 'compare'>) {
    this.#reader = reader;
    this.#scope = scope;
    this.#compare = compare;
  }

  /**
   * Reads "Draft orders", "an order that is not paid", "drafts without lines", "anything but a draft" as a condition.
   */
  read(given: string): string | undefined {
    const text = given
      .replace(/^(?:for |to |only |any |all |every |each |no |an? |the |this |those |these |such |other )+/, '')
      .replace(/ (?:only|any ?more|any longer|again)$/, '');
    const [, other] =
      /^(?:anything|everything|any(?: [a-z]+)?|all(?: [a-z]+)?|[a-z]+) (?:else than|but|other than|except(?: for)?|beyond|apart from) (.+)$/.exec(
        given,
      ) ?? [];
    const inner = other === undefined ? undefined : this.read(other);
    if (inner !== undefined) return negate(inner);
    const scope = this.#scope;
    const own = this.#reader.states(
      text
        .replace(/ (?:that|which) (?:is|are|was|were|has been|have been) /, ' ')
        .replace(/^[a-z]+ in (?:status |state )/, ''),
      scope,
    );
    // A role belongs to the caller.
    if (own !== undefined && !scope.kind.nouns.includes(text)) return /[rR]ole\b/.test(own) ? undefined : own;
    for (const [head, rest] of splitsAt(text, '(?:that|which|who)')) {
      const thing = this.thing(head);
      // "A guest who already has an enrolment in the lesson" refers to a record with both references.
      const [, held] = heldBeside.exec(rest) ?? [];
      const isOther = thing !== undefined && thing.expression !== scope.variable;
      const both =
        isOther && held !== undefined ? this.#compare?.(this.#reader, `the ${head} already ${held}`, scope) : undefined;
      if (both !== undefined) return both;
      // "Guests who are checked in" can refer to guests whose record is in that state.
      const found =
        thing &&
        (this.#reader.condition(`it ${rest}`, this.#of(thing)) ??
          (thing.expression === scope.variable
            ? (this.#compared(rest) ?? this.#compared(`it ${rest}`))
            : this.#reader.condition(`it ${rest}`, scope)));
      if (found !== undefined) return found;
    }
    for (const [head, rest] of splitsAt(text, '(?:in|on|at|to|for|with|from|of) (?:which|whom)')) {
      const found = this.thing(head)?.expression === scope.variable ? this.#compared(`${rest} in it`) : undefined;
      if (found !== undefined) return found;
    }
    for (const [word, verb] of [
      ['with', 'has'],
      ['without', 'has no'],
      ['in(?: status| state)?', 'is'],
    ] as const)
      for (const [head, rest] of splitsAt(text, word)) {
        const [thing, state] = this.#described(head);
        const found =
          thing && this.#reader.condition(`it ${verb} ${rest.replace(/^(?:an?|any|the) /, '')}`, this.#of(thing));
        if (found !== undefined) return state === undefined ? found : `(${state}) && (${found})`;
      }
    return this.#described(text)[1];
  }

  /** Splits "Blocked cards" into the card and the condition that it is blocked. */
  #described(text: string): readonly [thing?: One | undefined, state?: string] {
    const whole = this.thing(text);
    if (whole !== undefined) return [whole];
    const scope = this.#scope;
    const own = this.#reader.states(text.replace(/s$/, ''), scope);
    if (own !== undefined) return [{ expression: scope.variable, kind: scope.kind }, own];
    const words = text.split(' ');
    for (let at = 1; at < words.length; at += 1) {
      const thing = this.thing(words.slice(at).join(' '));
      const state = thing && this.#reader.states(words.slice(0, at).join(' '), this.#of(thing));
      if (thing !== undefined && state !== undefined) return [thing, state];
    }
    return [];
  }

  #compared(text: string): string | undefined {
    return this.#compare?.(this.#reader, clean(text), this.#scope);
  }

  thing(text: string): One | undefined {
    return this.#reader.one(
      `the ${text
        .replace(/^(?:an?|the) /, '')
        .replace(/(?<=[a-z]{3})ies$/, 'y')
        .replace(/(?<=[a-z]{3})s$/, '')}`,
      this.#scope,
    );
  }

  #of({ expression, kind }: One): Scope {
    const scope = this.#scope;
    return expression === scope.variable ? scope : { vocabulary: scope.vocabulary, variable: expression, kind };
  }
}
