import { normalizeName, splitWords, toSingular } from '@understudy/model';
import { relatingVerbs } from '../words/relating-verbs.js';
import { rootOf } from '../words/verb-forms.js';
import { articles, clean, isNounOf, quantifiers, splitsAt } from './phrases.js';
import { innerVariable, inScopes, isUnrelated, type Many, type One, type Scope, type Value } from './scope.js';
import { stateOfReferred } from './state-of-referred.js';
import { readStatePhrase } from './state-phrases.js';
import { pluralOf } from './states.js';
import { dot, type Kind, type Vocabulary } from './vocabulary.js';

const prepositions = '(?:of|in|for|on|at|from|to|with|by|under|within|inside|below|against|belonging to|attached to)';

const excepting = '(?:not counting|not including|excluding|except(?: for)?|other than|apart from|but not|without)';
const exceptions = new RegExp(`,(?= ${excepting} )`, 'g');

/** Reads phrases that name things. Undefined if one word of a phrase is not understood, or if two things fit. */
export abstract class NounReader {
  /** Reads a sentence about the thing of a scope as a condition. */
  abstract condition(text: string, scope: Scope): string | undefined;
  abstract value(text: string, scope: Scope): Value | undefined;

  /** The one thing that a phrase names: "the copy", "its station", "the venue of the event". */
  one(text: string, scope: Scope): One | undefined {
    const phrase = clean(text);
    const own = phrase.replace(/^(?:its|their|his|her|our) own /, 'its ');
    return inScopes(scope, (each) => this.#oneIn(own, each));
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
      // "the card of the member", who has a card number
      const isPart = [...(base?.kind.members.keys() ?? [])].some((name) => {
        const [first, ...more] = splitWords(name);
        return more.length > 0 && /^(?:number|no|id|code)$/.test(more.join('')) && first === head.replace(articles, '');
      });
      if (isPart) return base;
    }
    return undefined;
  }

  /** "The reservation that is next in the queue": the oldest one that waits for what this one is about. */
  #firstWaiting(text: string, scope: Scope): One | undefined {
    const [, noun = text] = /^(.+?) (?:that|which|who) (?:is|comes) (?:next|first)\b/.exec(text) ?? [];
    const things = noun.replace(/^(?:first|next) /, '').replace(/ (?:in|of) (?:the |its )?(?:queue|line)$/, '');
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

  /** Goes from a thing to the one that it refers to, directly or over one other. */
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

  /** The things that a phrase names: "its unpaid fines", "tickets of this type in paid orders". */
  many(text: string, scope: Scope, owner?: One): Many | undefined {
    const phrase = clean(text).replace(quantifiers, '').replace(articles, '').replace(quantifiers, '');
    const found = [...phrase.matchAll(/[a-z]+(?:[ -][a-z]+)?/g)].length === 0 ? [] : this.#heads(phrase, scope);
    for (const { kind, list, before, after } of found) {
      const base = this.#related({ kind, list, before, after }, scope, owner);
      if (base !== undefined) return base;
    }
    return undefined;
  }

  /** The places of nouns in a phrase, the first and longest ones first. */
  #heads(phrase: string, scope: Scope): readonly Head[] {
    const heads: (Head & { at: number; length: number })[] = [];
    const add = (kind: Kind, list: One | undefined, noun: string) => {
      for (const form of new Set([noun, pluralOf(noun)])) {
        // Most phrases name few of the things, and a pattern costs more than a look.
        if (!phrase.includes(form)) continue;
        for (const found of phrase.matchAll(new RegExp(`(?<![a-z'])${form}(?![a-z'])`, 'g')))
          heads.push({
            ...{ kind, list, at: found.index, length: form.length },
            before: phrase.slice(0, found.index).trim(),
            after: phrase.slice(found.index + form.length).trim(),
          });
      }
    };
    for (const kind of scope.vocabulary.kinds.values())
      if (kind.resource?.single !== true) for (const noun of kind.nouns) add(kind, undefined, noun);
    for (const [name, kind] of scope.kind.lists)
      for (const noun of kind.nouns) add(kind, { expression: dot(scope.variable, name), kind: scope.kind }, noun);
    return heads.sort((one, other) => one.at - other.at || other.length - one.length);
  }

  #related({ kind, list, before, after }: Head, scope: Scope, of?: One): Many | undefined {
    const variable = innerVariable(scope);
    const inner: Scope = { vocabulary: scope.vocabulary, variable, kind, outer: scope };
    let base = list?.expression ?? (of && this.#recordsOf(kind, of, scope.vocabulary));
    const filters: string[] = [];
    // "the member's unpaid fines", "its orders"
    const [, owner, adjectives = owner === undefined ? before : ''] =
      /^(.+?(?:'s|(?<=s)')|its|their|his|her)(?: (.*))?$/.exec(before) ?? [];
    const states = owner === undefined ? before : adjectives;
    if (owner !== undefined && base === undefined) {
      const owning = /^(?:its|their|his|her)$/.test(owner)
        ? { expression: scope.variable, kind: scope.kind }
        : this.one(owner.replace(/'s?$/, ''), scope);
      base = owning && this.#recordsOf(kind, owning, scope.vocabulary);
      if (base === undefined) return undefined;
    }
    if (states !== '') {
      const condition = this.states(states, inner);
      if (condition === undefined) return undefined;
      filters.push(condition);
    }
    let left = after;
    for (let turn = 0; left !== '' && turn < 5; turn += 1) {
      const found = this.#modifier(left, { inner, scope, isBased: base !== undefined });
      if (found === undefined) return undefined;
      base ??= found.base;
      if (found.filter !== undefined) filters.push(found.filter);
      left = found.left;
    }
    if (left !== '') return undefined;
    base ??= this.#recordsOf(kind, { expression: scope.variable, kind: scope.kind }, scope.vocabulary);
    base ??= isUnrelated(kind, scope) ? `all(${JSON.stringify(kind.resource?.name)})` : undefined;
    if (base === undefined) return undefined;
    const condition = filters.length > 1 ? filters.map((each) => `(${each})`).join(' && ') : filters[0];
    return { kind, expression: condition === undefined ? base : `${base}.filter(${variable}, ${condition})` };
  }

  #modifier(
    text: string,
    { inner, scope, isBased }: { readonly inner: Scope; readonly scope: Scope; readonly isBased: boolean },
  ): { readonly base?: string; readonly filter?: string; readonly left: string } | undefined {
    const status = /^(?:,? )?(?:with|in|of) (?:the |a )?(?:status|state) (?:of )?(.+)$/.exec(text);
    if (status !== null) return take(this.states(status[1] ?? '', inner));
    const negative = new RegExp(`^,? ?${excepting} (.+)$`).exec(text);
    if (negative !== null) {
      const excluded = this.states(
        (negative[1] ?? '').replace(/\bones?\b/g, '').replace(/^(?:the |those (?:that|which) (?:are|were) )/, ''),
        inner,
      );
      return excluded === undefined ? undefined : { filter: `!(${excluded})`, left: '' };
    }
    // "running on the connector", "in force at the site", "that are stored in the box"
    const bare = text.replace(/^,? ?(?:(?:that|which|who) )?(?:(?:is|are|was|were|has been|have been) )?/, '');
    const whole = bare === text ? this.states(bare, inner) : undefined;
    if (whole !== undefined) return take(whole);
    for (const { index } of bare.matchAll(new RegExp(` ${prepositions} `, 'g'))) {
      const state = this.states(bare.slice(0, index), inner);
      const placed = state === undefined ? undefined : this.#modifier(bare.slice(index + 1), { inner, scope, isBased });
      if (placed?.filter === undefined && placed?.base === undefined) continue;
      const filter = placed.filter === undefined ? state : `(${state}) && (${placed.filter})`;
      return { ...placed, ...(filter === undefined ? {} : { filter }) };
    }
    const relative = /^,? ?(?:that|which|who) (.+)$/.exec(text);
    const clause = relative === null ? undefined : this.condition(`it ${relative[1] ?? ''}`, inner);
    if (clause !== undefined) return take(clause);
    // "invoices paid on the day"
    const participle = /^[a-z]+(?:ed|id|en|ld|ght) (?:on|in|at|by|before|after|since|until) /.test(text)
      ? this.condition(`it is ${text}`, inner)
      : undefined;
    if (participle !== undefined) return take(participle);
    // "results recorded for the test", "samples that were registered for them"
    const [, verb = '', place = ''] =
      new RegExp(
        `^(?:,? ?(?:that|which) )?(?:(?:is|are|was|were|has been|have been) )?(?:in )?([a-z]+)(?: (${prepositions} .+))?$`,
      ).exec(text) ?? [];
    if (verb !== '' && !isBased && (relatingVerbs.has(rootOf(verb)) || inner.kind.makers.has(rootOf(verb)))) {
      if (place === '') return { left: '' };
      const placed = this.#modifier(place, { inner, scope, isBased });
      if (placed?.base !== undefined && placed.filter === undefined) return placed;
    }
    const relation = new RegExp(`^${prepositions} (.+)$`).exec(text);
    if (relation === null) return undefined;
    const [, phrase = ''] = relation;
    for (const [first, rest] of [
      [phrase, ''] as const,
      ...splitsAt(phrase.replace(exceptions, ''), `(?:${prepositions}|that|which|who|${excepting})`).map(
        ([one]) => [one, phrase.slice(one.length).trim()] as const,
      ),
    ]) {
      // "The alert of a faulted connector": the connector itself.
      const bare = first.replace(/^(?:an?|the) [a-z]+ (?=[a-z]+$)/, 'the ');
      const own = bare === first ? undefined : this.one(bare, scope);
      const owner = this.one(first, scope) ?? (own?.expression === 'self' ? own : undefined);
      // "The lines in the report" are those of its list.
      if (isBased && inner.kind.resource === undefined && owner?.expression === scope.variable) return { left: rest };
      const base = owner && this.#recordsOf(inner.kind, owner, scope.vocabulary);
      if (base !== undefined && !isBased) return { base, left: rest };
      if (owner !== undefined && isBased) {
        const same = inner.kind.references.filter(({ target }) => target === owner.kind.resource?.name);
        const [reference] = same;
        if (reference !== undefined && same.length === 1 && owner.kind.resource?.key !== undefined)
          return {
            filter: `${dot(inner.variable, reference.member)} == ${dot(owner.expression, owner.kind.resource.key)}`,
            left: rest,
          };
      }
      // "running on one of the connectors": those that refer to one of some.
      const group = /^(?:one|any|some|each|all) of |^(?:any|all|every|its|their) |'s? /.test(first)
        ? this.many(first, scope)
        : undefined;
      if (!isBased && group !== undefined && group.expression === `of(${JSON.stringify(group.kind.resource?.name)})`) {
        const over = this.#recordsOf(inner.kind, { expression: scope.variable, kind: scope.kind }, scope.vocabulary);
        if (over !== undefined) return { base: over, left: rest };
      }
      const toGroup = inner.kind.references.filter(({ target }) => target === group?.kind.resource?.name);
      const [member] = toGroup;
      const key = group?.kind.resource?.key;
      if (group !== undefined && member !== undefined && toGroup.length === 1 && key !== undefined)
        return {
          ...(isBased ? {} : { base: `all(${JSON.stringify(inner.kind.resource?.name)})` }),
          filter: `${group.expression}.exists(one, ${dot('one', key)} == ${dot(inner.variable, member.member)})`,
          left: rest,
        };
      // "tickets in paid orders": those whose order is paid.
      const among = stateOfReferred(this, first, inner);
      if (among !== undefined) return { filter: among, left: rest };
    }
    return undefined;

    function take(filter: string | undefined) {
      return filter === undefined ? undefined : { filter, left: '' };
    }
  }

  /** The records of a kind that refer to a thing, or whose path leads through it. */
  #recordsOf(kind: Kind, owner: One, vocabulary: Vocabulary): string | undefined {
    const { resource } = kind;
    if (resource === undefined || owner.kind.resource === undefined) return undefined;
    const references = kind.references.filter(({ target }) => target === owner.kind.resource?.name);
    const isBelow = resource.parent === owner.kind.resource.shape;
    const of = owner.expression === 'self' ? '' : `, ${owner.expression}`;
    if (references.length === 1 || (references.length === 0 && isBelow))
      return `of(${JSON.stringify(resource.name)}${of})`;
    if (references.length > 1) return undefined;
    const { key } = owner.kind.resource;
    const over = kind.references.flatMap(({ member, target }) => {
      const middle = vocabulary.kinds.get(target);
      const second = middle?.references.filter((each) => each.target === owner.kind.resource?.name) ?? [];
      const [last] = second;
      return last === undefined || second.length > 1 ? [] : [{ member, target, last: last.member }];
    });
    const [way] = over;
    if (way === undefined || over.length > 1 || key === undefined) return undefined;
    const record = `find(${JSON.stringify(way.target)}, ${dot('one', way.member)})`;
    return `all(${JSON.stringify(resource.name)}).filter(one, ${dot(record, way.last)} == ${dot(owner.expression, key)})`;
  }

  /** Reads words for states as a condition: "open or overdue", "not lost", "unpaid". */
  states(text: string, scope: Pick<Scope, 'kind' | 'variable'>): string | undefined {
    return readStatePhrase(text, scope);
  }
}

interface Head {
  readonly kind: Kind;
  /** The record with the list, if the thing is an item. */
  readonly list: One | undefined;
  readonly before: string;
  readonly after: string;
}
