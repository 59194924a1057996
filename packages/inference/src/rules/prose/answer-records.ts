import { type OperationPlan, splitWords, toSingular } from '@understudy/model';
import { isNumeric, measureIn } from '../../prose/amounts.js';
import { escapeWord } from '../../prose/phrase.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { rangeOf } from '../../prose/ranges.js';
import { plainText } from '../../prose/reasons.js';
import type { Many, Scope } from '../../prose/scope.js';
import { sentencesOf } from '../../prose/sentences.js';
import { pluralOf } from '../../prose/states.js';
import { dot, type Kind, memberIn, type NamedMember, stateIn } from '../../prose/vocabulary.js';
import { isEndState } from '../../words/end-states.js';
import { readResponseTexts } from '../lifecycle/lifecycles.js';
import type { Knowledge } from '../rule.js';

const about =
  /^(?:the )?(?:figures?|numbers?|counts?|minutes|totals?|statistics|stats|sums?|everything|all|taken|computed)(?: and [a-z]+)? (?:(?:is|are) (?:taken|computed) )?(?:over|across|about|for) (.+)$/;
const notCounted = /^(.+?) (?:(?:are|is|do|does) not|don't|doesn't|aren't|isn't) count(?:ed)?(?: .*)?$/;

/** The records that an answer is computed from. */
export class AnswerRecords {
  readonly #plan: OperationPlan;
  readonly #scope: Scope;
  readonly #reader = new ProseReader();
  readonly #sentences: readonly string[];
  /** The one kind of records below the record of the path, or with the value of its parameter. */
  readonly #kind: Kind | undefined;
  /** Only these records, as a sentence says. */
  readonly #base: Many | undefined;

  /** @param scope that of the request, with the record of the path around it */
  constructor(known: Knowledge, plan: OperationPlan, scope: Scope) {
    this.#plan = plan;
    this.#scope = scope;
    const own = readResponseTexts(known, plan).filter(({ status }) => status < 300);
    const texts = [plan.node['description'], ...own.map(({ text }) => text)];
    this.#sentences = texts.flatMap((text) => sentencesOf(text)).flatMap((each) => plainText(each).split(/; /));
    const kinds = [...scope.vocabulary.kinds.values()].filter((kind) => this.#all(kind) !== undefined);
    this.#kind = kinds.length === 1 ? kinds[0] : undefined;
    this.#base = this.#said();
  }

  /** The description of a member in the texts of the operation: "`conflicts` names the ids of the bookings". */
  describe(name: string): string {
    const form = new RegExp(
      `(?:^|, |and )\`?${escapeWord(name.toLowerCase())}\`? (?:is|are|tells|shows|names|lists|contains|adds up|counts) (.+?)(?:, \`?\\w+\`? (?:names|lists|tells|is) .*)?$`,
    );
    return this.#sentences.map((each) => form.exec(each)?.[1]).find((each) => each !== undefined) ?? '';
  }

  /** Replaces all records of a kind by those that the answer is about. */
  narrow(expression: string): string {
    return expression.replace(/\ball\("([^"]+)"\)/g, (whole, name: string) => {
      const kind = this.#scope.vocabulary.kinds.get(name);
      return (kind && this.#of(kind)) ?? whole;
    });
  }

  /** The value of a member without a description, by its name: `trips`, `open_loans`, `booked_minutes`, `free`. */
  byName({ name, schema }: NamedMember): string | undefined {
    const kind = this.#base?.kind ?? this.#kind;
    const all = kind && this.#of(kind);
    if (kind === undefined || all === undefined) return undefined;
    const range = this.#overlapping(kind, all);
    if (range !== undefined && !isNumeric(schema.types)) return this.#conflicts(kind, range, { name, schema });
    if (!isNumeric(schema.types)) return undefined;
    const words = splitWords(name).filter((word) => !/^(?:total|sum|all|of|number|count)$/.test(word));
    const nouns = new Set(kind.nouns.flatMap((noun) => [noun, pluralOf(noun)]));
    const rest = words.filter((word) => !nouns.has(word));
    if (rest.length === 0) return words.length === 0 ? undefined : `${all}.size()`;
    for (let cut = rest.length; cut >= 0; cut -= 1) {
      const stated = rest.slice(0, cut).join(' ');
      const measured = rest.slice(cut).join(' ');
      const state = stateIn(
        { ...kind, states: kind.states.filter(({ member }) => member === kind.stateMember) },
        stated,
      );
      const condition = state === undefined ? this.#reader.states(stated, { kind, variable: 'one' }) : undefined;
      const isState = state !== undefined || condition !== undefined;
      if (stated !== '' && !isState) continue;
      // A state counts all records in it, whatever else the answer leaves out.
      const chosen =
        stated === ''
          ? all
          : `${(measured === '' ? this.#all(kind) : undefined) ?? all}.filter(one, ${condition ?? `${dot('one', state?.member ?? '')} == ${JSON.stringify(state?.value)}`})`;
      if (measured === '') return `${chosen}.size()`;
      const member = memberIn(kind, measured) ?? measureIn(kind, measured) ?? ofUnit(kind, measured);
      const isSum = member !== undefined && member.schema.keywords['enum'] === undefined;
      if (isSum && isNumeric(member.schema.types.filter((type) => type !== 'null')))
        return `${chosen}.map(one, ${dot('one', member.name)}).sum()`;
    }
    return undefined;
  }

  /** "Figures over the ended trips of the car. Running trips are not counted." */
  #said(): Many | undefined {
    for (const text of this.#sentences) {
      const [, things = ''] = about.exec(text) ?? [];
      const noun = this.#kind === undefined ? '' : pluralOf(this.#kind.nouns[0] ?? '');
      const phrase = things.replace(/^(?:everything|all|those|anything)(?= (?:that|which) )/, noun);
      const found = phrase === '' ? undefined : this.#reader.many(phrase, this.#scope);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #of(kind: Kind): string | undefined {
    const base = this.#base?.kind === kind ? this.#base.expression : undefined;
    const all =
      base === undefined ? this.#all(kind) : base.replace(/^all\("[^"]+"\)/, (every) => this.#all(kind) ?? every);
    const excluded = base === undefined ? this.#excluded(kind) : undefined;
    return all === undefined || excluded === undefined ? all : `${all}.filter(one, !(${excluded}))`;
  }

  /** "Cancelled bookings don't count." */
  #excluded(kind: Kind): string | undefined {
    for (const text of this.#sentences) {
      const [, things = ''] = notCounted.exec(text) ?? [];
      const states = things.replace(new RegExp(` (?:${kind.nouns.map(pluralOf).join('|')}|ones)$`), '');
      const condition = things === '' ? undefined : this.#reader.states(states, { kind, variable: 'one' });
      if (condition !== undefined) return condition;
    }
    return undefined;
  }

  /** The records below the record of the path, or those with the value of its parameter. */
  #all({ resource, references, members }: Kind): string | undefined {
    const { outer } = this.#scope;
    if (resource === undefined) return undefined;
    const name = JSON.stringify(resource.name);
    if (outer !== undefined) {
      const back = references.filter(({ target }) => target === outer.kind.resource?.name);
      return back.length === 1 ? `of(${name}, ${outer.variable})` : undefined;
    }
    const [, owners = '', parameter = ''] = /\/([^/{}]+)\/\{([^{}/]+)\}\/[^{}]+$/.exec(this.#plan.operation.path) ?? [];
    const member = [toSingular(owners), parameter].find((each) => members.has(each));
    return member === undefined
      ? undefined
      : `all(${name}).filter(one, ${dot('one', member)} == ${dot('path', parameter)})`;
  }

  /** The records at a time between two parameters. */
  #overlapping(kind: Kind, all: string): { readonly records: string; readonly start: string } | undefined {
    const [from, to] = rangeOf(this.#scope.kind) ?? [];
    const [start, end] = rangeOf(kind) ?? [];
    if (from === undefined || to === undefined || start === undefined || end === undefined) return undefined;
    const states = kind.states.flatMap(({ member, value }) =>
      member === kind.stateMember && isEndState(value) && /cancel|reject|withdraw|declin|void|no_?show/i.test(value)
        ? [value]
        : [],
    );
    const within = `${dot('one', start)} < ${dot('query', to)} && ${dot('query', from)} < ${dot('one', end)}`;
    const live =
      states.length === 0 || all.includes('.filter(')
        ? ''
        : ` && !(${dot('one', kind.stateMember ?? '')} in ${JSON.stringify(states)})`;
    return { records: `${all}.filter(one, ${within}${live})`, start };
  }

  /** `free`, `conflicts`: whether something is in the way, and its keys or the records themselves. */
  #conflicts(
    kind: Kind,
    { records, start }: { readonly records: string; readonly start: string },
    { name, schema }: Pick<NamedMember, 'name' | 'schema'>,
  ): string | undefined {
    const words = splitWords(name).join(' ');
    if (schema.types[0] === 'boolean')
      return /\b(?:free|available|possible|vacant|open|bookable)\b/.test(words)
        ? `${records}.size() == 0`
        : /\b(?:taken|busy|occupied|booked|conflict)\b/.test(words)
          ? `${records}.size() > 0`
          : undefined;
    const { schemas } = this.#scope.vocabulary;
    const key = kind.resource?.key;
    const isNamed = /\b(?:conflicts?|conflicting|overlaps?|overlapping|blocking|blockers)\b/.test(words);
    if (
      !schema.types.includes('array') ||
      key === undefined ||
      !(isNamed || kind.nouns.some((noun) => words === pluralOf(noun)))
    )
      return undefined;
    const sorted = `${records}.sortBy(one, ${dot('one', start)})`;
    return schemas.chosen(schema.items).properties.size > 0 ? sorted : `${sorted}.map(one, ${dot('one', key)})`;
  }
}

/** The only number with a unit: `duration_minutes` for "minutes". */
function ofUnit({ members }: Kind, unit: string): NamedMember | undefined {
  const [found, another] = [...members.values()].filter(
    ({ name, schema }) => isNumeric(schema.types.filter((type) => type !== 'null')) && splitWords(name).at(-1) === unit,
  );
  return another === undefined ? found : undefined;
}
