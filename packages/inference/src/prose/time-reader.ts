import { normalizeName } from '@understudy/model';
import { rangeOf } from './ranges.js';
import { inScopes, type Scope, type Value } from './scope.js';
import { ValueReader } from './value-reader.js';
import { dot, memberIn, stateIn } from './vocabulary.js';

export const be =
  '(?:is|are|was|were|has been|have been|had been|has|have|gets|becomes?|comes? in|(?<!\\b(?:the|an?|this|that|its|each|every) )stays?|remains?)';

/** Reads sentences that compare a time of a record with a day or with the current time. */
export abstract class TimeReader extends ValueReader {
  /** Reads "it starts on the day", "it was paid on the date": the day of the time that the verb refers to. */
  onDay(text: string, scope: Scope): string | undefined {
    const [, subject = '', verb = '', phrase = ''] =
      new RegExp(`^(.+?) (?:${be} )?([a-z]+) (?:on|in) (.+)$`).exec(text) ?? [];
    const thing = verb === '' ? undefined : this.one(subject, scope);
    const member = thing && memberIn(thing.kind, verb);
    const day = this.value(phrase, scope) ?? inScopes(scope, (each) => onlyDay(phrase, each));
    if (thing === undefined || member === undefined || day?.isDate !== true) return undefined;
    if (!/^date/.test(String(member.schema.keywords['format']))) return undefined;
    return `date(${dot(thing.expression, member.name)}) == date(${day.expression})`;
  }

  /** Reads "the start is in the future", "its end has passed". */
  inTime(text: string, scope: Scope): string | undefined {
    const begun = this.#begun(text, scope) ?? this.#valid(text, scope);
    if (begun !== undefined) return begun;
    const [, subject = '', no, when = ''] =
      /^(.+?) (?:is|are|lies|starts|ends|has|be)(?: (not))? (in the (?:future|past)|passed|over|come|arrived|been reached|here|today or (?:earlier|before))$/.exec(
        text,
      ) ?? [];
    const value = subject === '' ? undefined : this.value(subject, scope);
    if (value?.isDate !== true) return undefined;
    const isDay = value.member?.schema.keywords['format'] === 'date';
    const sign = when === 'in the future' ? '>' : /^(?:come|arr|been|here|today)/.test(when) ? '<=' : '<';
    const condition = `${value.expression} ${sign} ${isDay ? 'date(now)' : 'now'}`;
    return no === undefined ? condition : `!(${condition})`;
  }

  /** Reads the end of a validity: "the licence is good", "the card has expired". */
  #valid(text: string, scope: Scope): string | undefined {
    const [, noun = '', no, ended] =
      /^(?:the |its |their )?([a-z ]+?) (?:is|are|has|have)( not)?(?: still| already)? (?:good|valid|in date|unexpired|(expired|run out|lapsed))$/.exec(
        text,
      ) ?? [];
    const expiry = new RegExp(`^${noun.replaceAll(' ', '')}(?:expir[a-z]*|valid(?:until|to|till|through)[a-z]*)$`);
    const found = inScopes(scope, ({ kind, variable }) => {
      const [only, another] = [...kind.members.values()].filter(
        ({ name, schema }) => /^date/.test(String(schema.keywords['format'])) && expiry.test(normalizeName(name)),
      );
      return noun === '' || only === undefined || another !== undefined ? undefined : { only, variable };
    });
    if (found === undefined) return undefined;
    const isDay = found.only.schema.keywords['format'] === 'date';
    const over = `${dot(found.variable, found.only.name)} < ${isDay ? 'date(now)' : 'now'}`;
    const isOver = (ended === undefined) === (no !== undefined);
    return isOver ? over : `!(${over})`;
  }

  /** Reads the period of a record: "the leave has not begun", "it is over". */
  #begun(text: string, scope: Scope): string | undefined {
    const [, subject = '', no, verb = ''] =
      /^(.+?) (?:(?:has|have|is|did)(?: already)?( not)?(?: yet)? )?(begun|started|begins?|starts?|ended|ends?|over)$/.exec(
        text,
      ) ?? [];
    const noun = subject.replace(/^(?:the|this) /, '');
    const { kind, variable } = scope;
    const isOwn =
      this.one(subject, scope)?.expression === variable || kind.nouns.some((each) => each.startsWith(`${noun} `));
    const [start, end] = subject !== '' && isOwn ? (rangeOf(kind) ?? []) : [];
    const name = /^(?:beg|start)/.test(verb) ? start : end;
    if (name === undefined || stateIn(kind, verb) !== undefined) return undefined;
    const now = kind.members.get(name)?.schema.keywords['format'] === 'date' ? 'date(now)' : 'now';
    const condition = `${dot(variable, name)} ${name === start ? '<=' : '<'} ${now}`;
    return no === undefined ? condition : `!(${condition})`;
  }
}

/** Returns the only day in a request, for the phrase "The day". */
function onlyDay(phrase: string, { kind, variable }: Scope): Value | undefined {
  if (kind.nouns.length > 0 || !/^(?:the|that|this) (?:day|date)$/.test(phrase)) return undefined;
  const [day, another] = [...kind.members.values()].filter(({ schema }) => schema.keywords['format'] === 'date');
  return day === undefined || another !== undefined
    ? undefined
    : { expression: dot(variable, day.name), member: day, isDate: true };
}
