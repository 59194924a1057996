import { normalizeName, remember, splitWords, toSingular } from '@understudy/model';
import { rootOfPhrase } from '../words/synonyms.js';
import { articles, clean, isNounOf, quantifiers, splitsAt } from './phrases.js';
import { type Readings, readingsIn } from './readings.js';
import { inScopes, type Many, type One, type Scope, type Value } from './scope.js';
import { readStatePhrase } from './state-phrases.js';
import { pluralOf } from './states.js';
import { readThings } from './things.js';
import { dot, type Kind, type Vocabulary } from './vocabulary.js';

const prepositions = '(?:of|in|for|on|at|from|to|with|by|under|within|inside|below|against|belonging to|attached to)';

/** Matches a relative clause that only repeats a reference: "The sailor to whom the boat belongs". */
const relative =
  / (?:(?:to|for|of|in|on|at|with|by|from) (?:whom|which) (?:it|(?:the|this) [a-z]+) (?:[a-z]+s|(?:is|was|has) [a-z]+)|(?:that|who|whom|which) (?:it|(?:the|this) [a-z]+) (?:belongs to|is (?:for|in|of|on|at|from|about|part of|made for|booked for)|refers to|was (?:made|booked|issued|ordered) (?:for|by|to)|names)|(?:that|who|which) (?:has|owns|made|booked|ordered|placed) (?:it|(?:the|this) [a-z]+))$/;

const stateRoots = new WeakMap<Vocabulary['kinds'], ReadonlySet<string>>();

/** True if a word is a state of any resource. */
function isStateIn({ vocabulary: { kinds } }: Scope, word: string): boolean {
  const collect = () =>
    new Set([...kinds.values()].flatMap(({ states }) => states.map(({ words }) => rootOfPhrase(words))));
  return remember(stateRoots, kinds, collect).has(rootOfPhrase(word));
}

/** Reads noun phrases. Returns undefined if a word is not understood, or if the phrase is ambiguous. */
export abstract class NounReader {
  readonly #bracketed = new WeakMap<Scope, Readings>();

  /** Caches the reading of a phrase, because the same phrase is tried as part of many readings. */
  protected once<Found>(what: string, text: string, scope: Scope, read: () => Found): Found {
    // The meaning of `bracket0` depends on the reader.
    const isOwn = text.includes('bracket');
    const known = isOwn ? remember(this.#bracketed, scope, () => new Map()) : readingsIn(scope).known;
    return remember(
      remember(known, what, () => new Map()),
      text,
      read,
    ) as Found;
  }

  /** Reads a sentence about the record of a scope as a condition. */
  abstract condition(text: string, scope: Scope): string | undefined;
  abstract value(text: string, scope: Scope): Value | undefined;

  /** Reads a phrase for a single record: "the copy", "its station", "the venue of the event". */
  one(text: string, scope: Scope): One | undefined {
    return this.once('one', text, scope, () => {
      const own = clean(text).replace(/^(?:its|their|his|her|our) own /, 'its ');
      const found = inScopes(scope, (each) => this.#oneIn(own, each));
      // "The lending branch" is the branch, unless "lending" is a state.
      const [, role = ''] = /^(?:the )?([a-z]+ing) [a-z]+$/.exec(own) ?? [];
      const plain = own.replace(relative, '').replace(role === '' || isStateIn(scope, role) ? /^(?!)/ : `${role} `, '');
      return found !== undefined || plain === own ? found : inScopes(scope, (each) => this.#oneIn(plain, each));
    });
  }

  #oneIn(text: string, scope: Scope): One | undefined {
    const self: One = { expression: scope.variable, kind: scope.kind };
    if (/^(?:it|itself|they|them|this|this one|the record|that record|one)$/.test(text)) return self;
    const [, owner, owned] = /^(.+?)(?:'s|(?<=s)') (.+)$/.exec(text) ?? [];
    if (owner !== undefined && owned !== undefined) {
      const base = this.#oneIn(owner, scope);
      return base && this.step(base, owned, scope.vocabulary);
    }
    const bare = text.replace(articles, '');
    if (isNounOf(scope.kind, bare)) return self;
    const possessed = text.replace(/^(?:its|their|his|her) /, '');
    const direct = this.step(self, possessed.replace(articles, ''), scope.vocabulary);
    if (direct === undefined && /^(?:first|next) |\b(?:next|first) in /.test(bare)) {
      const first = this.#firstWaiting(bare, scope);
      if (first !== undefined) return first;
    }
    if (direct !== undefined) return direct;
    for (const [head, rest] of splitsAt(bare, prepositions)) {
      const base = this.#oneIn(rest, scope);
      const found = base && this.step(base, head.replace(articles, ''), scope.vocabulary);
      if (found !== undefined) return found;
      // In "the card of the member", the member can have a card number.
      const isPart = [...(base?.kind.members.keys() ?? [])].some((name) => {
        const [first, ...more] = splitWords(name);
        return more.length > 0 && /^(?:number|no|id|code)$/.test(more.join('')) && first === head.replace(articles, '');
      });
      if (isPart) return base;
    }
    return undefined;
  }

  /** Reads "The reservation that is next in the queue": the oldest one that waits for the same record. */
  #firstWaiting(text: string, scope: Scope): One | undefined {
    const [, noun = text] = /^(.+?) (?:that|which|who) (?:is|comes) (?:next|first)\b/.exec(text) ?? [];
    const things = noun.replace(/^(?:first|next) /, '').replace(/ (?:in|of) (?:the |its )?(?:queue|line)$/, '');
    const [, adjectives = '', head = '', rest = ''] =
      /^((?:[a-z]+ )+?)([a-z]+)((?: (?:of|for|in|on) .+)?)$/.exec(things) ?? [];
    const waiting = head === '' ? undefined : this.many(`${adjectives}${pluralOf(head)}${rest}`, scope);
    const first = waiting ?? this.#queued(text, scope);
    if (first !== undefined) return { expression: `${first.expression}.first()`, kind: first.kind };
    const found = [...scope.vocabulary.kinds.values()].filter((kind) => isNounOf(kind, things));
    const [kind, another] = found;
    const place = [...(kind?.members.values() ?? [])].find(({ name }) => /^(?:position|place|rank)$/i.test(name));
    if (kind?.resource?.key === undefined || another !== undefined || place === undefined) return undefined;
    const shared = kind.references.flatMap((each) =>
      scope.kind.references.filter((own) => own.target === each.target).map((own) => ({ each, own })),
    );
    const [way] = shared;
    const toSelf = kind.references.find(({ target }) => target === scope.kind.resource?.name);
    const reference = toSelf ?? way?.each;
    const member = toSelf === undefined ? way?.own.member : scope.kind.resource?.key;
    if (reference === undefined || member === undefined) return undefined;
    const own = dot(scope.variable, member);
    const list = `all(${JSON.stringify(kind.resource.name)}).filter(one, ${dot('one', reference.member)} == ${own} && ${dot('one', place.name)} == 1)`;
    return { expression: `${list}.first()`, kind };
  }

  /** Reads "The first member on the waiting list": similar records that wait for the same record. */
  #queued(text: string, scope: Scope): Many | undefined {
    const [noun = ''] = scope.kind.nouns;
    if (!/^(?:first|next) .+? (?:on|in) (?:the |its )?(?:waiting list|waitlist|queue|line)$/.test(text))
      return undefined;
    const owners = scope.kind.references.flatMap(
      ({ target }) => scope.vocabulary.kinds.get(target)?.nouns.slice(0, 1) ?? [],
    );
    return owners
      .map((owner) => this.many(`waiting ${pluralOf(noun)} of the ${owner}`, scope))
      .find((each) => each !== undefined);
  }

  /** Follows a reference from a record to another one, directly or through one other record. */
  step({ expression, kind }: One, phrase: string, vocabulary: Vocabulary): One | undefined {
    const plain = normalizeName(toSingular(phrase));
    const fits = ({ member, target }: Kind['references'][number]) => {
      const found = vocabulary.kinds.get(target);
      const words = splitWords(member);
      const role = words.slice(0, -1).join('');
      return (found !== undefined && isNounOf(found, phrase)) || role === plain;
    };
    const direct = kind.references.filter(fits);
    const targetOf = ({ member, target }: Kind['references'][number], from: string): One[] => {
      const found = vocabulary.kinds.get(target);
      return found === undefined
        ? []
        : [{ expression: `find(${JSON.stringify(target)}, ${dot(from, member)})`, kind: found }];
    };
    if (direct.length > 0) return direct.length === 1 && direct[0] ? targetOf(direct[0], expression)[0] : undefined;
    const further = kind.references.flatMap((first) =>
      targetOf(first, expression).flatMap((middle) =>
        middle.kind.references.filter(fits).flatMap((second) => targetOf(second, middle.expression)),
      ),
    );
    return further.length === 1 ? further[0] : undefined;
  }

  /** Reads a phrase for several records: "its unpaid fines", "tickets of this type in paid orders". */
  many(text: string, scope: Scope, owner?: One): Many | undefined {
    const read = () => {
      // "Its awards over all calls"
      const things = clean(text)
        .replace(/(?<=[a-z]s) (?:over|across) (?:all|every|each|any) [a-z ]{1,40}$/, '')
        .replace(quantifiers, '')
        .replace(articles, '')
        .replace(quantifiers, '');
      return readThings(this, things, scope, owner);
    };
    return owner === undefined ? this.once('many', text, scope, read) : read();
  }

  /** Reads words for states as a condition: "open or overdue", "not lost", "unpaid". */
  states(text: string, scope: Pick<Scope, 'kind' | 'variable'>): string | undefined {
    return readStatePhrase(text, scope);
  }
}
