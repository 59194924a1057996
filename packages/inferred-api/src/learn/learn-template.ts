import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@understudy/contract';
import { formatInstant, instantFormats, readAtPosition, readKnownMember } from '../cases/create-evaluator.js';
import { toKeyText, valuesByPosition } from '../cases/message.js';
import { escapeLiteral, repeatMarker } from '../cases/template.js';
import { looksLikeId } from './find-paths.js';
import type { Observation } from './observe-recording.js';

/** A value of a response in one observation. */
interface Sample {
  readonly value: unknown;
  readonly of: Observation;
  /** Places in the lists around it that follow lists of the request. */
  readonly indexes: readonly number[];
}

/** A template of the responses that observations of one case share. */
export class TemplateLearner {
  /** Examples of generated values by name. */
  readonly generated: Record<string, unknown> = {};
  readonly #names = new Map<string, string>();
  readonly #memory = new WeakMap<Observation, readonly string[]>();

  /** @param positions positions of remembered values, whose fields templates can refer to */
  constructor(readonly positions: readonly string[]) {}

  learn(observations: readonly Observation[], read: (of: Observation) => unknown): unknown {
    const samples = observations.map((of) => ({ value: read(of), of, indexes: [] }));
    // Twice, because a text can contain a generated value that comes after it.
    this.#template(samples, 'body', '');
    return this.#template(samples, 'body', '');
  }

  #template(samples: readonly Sample[], name: string, around: string): unknown {
    const [first] = samples;
    const value = first?.value;
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
      const echo = this.#echoOf(samples, name);
      if (echo !== undefined) return `{{${echo}}}`;
    }
    if (Array.isArray(value)) return this.#list(samples, name, around);
    if (!isObject(value)) return this.#scalar(samples, name);
    const members = Object.keys(value).map((member) => {
      const own = samples.flatMap((each) =>
        isObject(each.value) && Object.hasOwn(each.value, member) ? [{ ...each, value: each.value[member] }] : [],
      );
      return [member, this.#template(own, member, around)] as const;
    });
    return Object.fromEntries(members);
  }

  #list(samples: readonly Sample[], name: string, around: string): unknown {
    const lists = samples.filter((each): each is Sample & { value: unknown[] } => Array.isArray(each.value));
    const each = around === '' ? this.#listInRequest(lists) : undefined;
    if (each !== undefined) {
      const items = lists
        .filter((sample) => this.#follows(each, sample))
        .flatMap((sample) => sample.value.map((value, index) => ({ value, of: sample.of, indexes: [index] })));
      return { [repeatMarker]: each, item: this.#template(items, name, each) };
    }
    const [longest = []] = lists.map(({ value }) => value);
    return longest.map((_item, index) => {
      const items = lists.filter(({ value }) => index < value.length);
      return this.#template(
        items.map((sample) => ({ ...sample, value: sample.value[index] })),
        name,
        around,
      );
    });
  }

  /** The list of the request that has as many items, with a value of the item in each. */
  #listInRequest(lists: readonly (Sample & { value: unknown[] })[]): string | undefined {
    const full = lists.filter(({ value }) => value.length > 0);
    const positions = full.flatMap(({ of }) => [...of.request.keys(), ...this.#inMemory(of)]);
    const candidates = [...new Set(positions)].filter((position) => /^(?:body|[^*]+ > )[^*]*\.\*$/.test(position));
    return candidates.find(
      (position) => full.filter((sample) => this.#follows(position, sample)).length > full.length * 0.6,
    );
  }

  /** Whether a list has one item for each item at a position, with a value of it. */
  #follows(position: string, sample: Sample & { value: unknown[] }): boolean {
    const sent = this.#valueOf(position.slice(0, -2), { ...sample, indexes: [] });
    if (!Array.isArray(sent) || sent.length !== sample.value.length) return false;
    return sample.value.every((item, index) => {
      const own = new Set(leavesOf(sent[index]).filter((leaf) => leaf.length > 1));
      return leavesOf(item).some((leaf) => own.has(leaf));
    });
  }

  #scalar(samples: readonly Sample[], name: string): unknown {
    const [first] = samples;
    if (first === undefined) return null;
    const { value } = first;
    const isConstant = samples.every((each) => each.value === value);
    const isTrivial = value === null || typeof value === 'boolean' || String(value).length < 2;
    if (isConstant && (isTrivial || samples.length > 2) && !this.#isEcho(samples, name))
      return this.#constant(value, first);
    const echo = isTrivial && (isConstant || samples.length < 3) ? undefined : this.#echoOf(samples, name);
    if (echo !== undefined) return `{{${echo}}}`;
    const instant = instantOf(samples);
    if (instant !== undefined) return `{{${instant}}}`;
    const isGenerated = samples.every((each) => each.of.isNew(each.value)) && toKeyText(value) !== undefined;
    const isId = looksLikeId(String(value)) || /(?:^id|Id|_id|token|key)$/.test(name);
    if (isGenerated && isId && (!isConstant || samples.length === 1)) return this.#new(value, name);
    return this.#constant(value, first);
  }

  #new(value: unknown, name: string): string {
    const text = String(value);
    let own = this.#names.get(text);
    if (own === undefined) {
      const plain = name.replace(/\W/g, '') || 'value';
      own = Object.hasOwn(this.generated, plain) ? `${plain}${this.#names.size + 1}` : plain;
      this.#names.set(text, own);
      this.generated[own] = value;
    }
    return `{{new.${own}}}`;
  }

  /** Whether a value that never changes nevertheless is that of a request whose values do change. */
  #isEcho(samples: readonly Sample[], name: string): boolean {
    return samples.length < 3 && this.#echoOf(samples, name) !== undefined;
  }

  /** The expression that has the value in all samples: of the request, or of an entity that it names. */
  #echoOf(samples: readonly Sample[], name: string): string | undefined {
    const [first] = samples;
    if (first === undefined) return undefined;
    const { of, value, indexes } = first;
    const inRequest = [...of.request].flatMap(([position]) =>
      isSame(readAtPosition(of.message, position, indexes), value) ? [position] : [],
    );
    const inMemory = this.#inMemory(of).filter((expression) => isSame(this.#valueOf(expression, first), value));
    const last = (expression: string) => expression.split(/[.> ]+/).at(-1);
    const candidates = [...inRequest, ...inMemory].sort(
      (one, other) => Number(last(other) === name) - Number(last(one) === name),
    );
    return candidates.find((expression) =>
      samples.every((sample) => isSame(this.#valueOf(expression, sample), sample.value)),
    );
  }

  #valueOf(expression: string, { of, indexes }: Sample): unknown {
    const [position = '', field] = expression.split(' > ');
    const value = readAtPosition(of.message, position, indexes);
    return field === undefined ? value : readKnownMember(of.known.get(toKeyText(value) ?? ''), field, indexes);
  }

  /** Expressions for all that is known of the values that a request names. */
  #inMemory(of: Observation): readonly string[] {
    const known =
      this.#memory.get(of) ??
      this.positions.flatMap((position) => {
        const { sent, answered } = of.known.get(toKeyText(readAtPosition(of.message, position)) ?? '') ?? {};
        const fields = [
          ...valuesByPosition({ body: sent }, 'sent').keys(),
          ...valuesByPosition({ body: answered }, 'answered').keys(),
        ];
        return fields.map((field) => `${position} > ${field}`);
      });
    this.#memory.set(of, known);
    return known;
  }

  /** A value as it is, with the generated and sent values that a text contains. */
  #constant(value: unknown, { of }: Sample): unknown {
    if (typeof value !== 'string') return value;
    const parts = new Map<string, string>();
    for (const [text, name] of this.#names) if (text.length > 5) parts.set(text, `new.${name}`);
    parts.set(of.exchange.origin, 'base');
    for (const [position, [sent]] of of.request)
      if (
        (typeof sent === 'string' || typeof sent === 'number') &&
        String(sent).length > 4 &&
        !position.includes('*') &&
        !parts.has(String(sent))
      )
        parts.set(String(sent), position);
    let text = escapeLiteral(value);
    for (const [part, expression] of [...parts].sort(([one], [other]) => other.length - one.length))
      if (!expression.startsWith('header.') && text.includes(part) && !text.includes(`{{${expression}}}`))
        text = text
          .split(/(\{\{[^{}]*\}\})/)
          .map((piece) => (piece.startsWith('{{') ? piece : piece.replaceAll(part, `{{${expression}}}`)))
          .join('');
    return text;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && typeof other === 'object' && isDeepStrictEqual(one, other));
}

function leavesOf(value: unknown, depth = 0): string[] {
  if (depth > 6) return [];
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, depth + 1));
  if (isObject(value)) return Object.values(value).flatMap((item) => leavesOf(item, depth + 1));
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** The instant of the exchange, or one at a fixed distance from it. */
function instantOf(samples: readonly Sample[]): string | undefined {
  const [first] = samples;
  if (first === undefined) return undefined;
  for (const form of instantFormats) {
    const offsets = samples.map(({ value, of }) => {
      const at = millisecondsOf(value, form);
      return at === undefined
        ? Number.NaN
        : Math.round((at - (form === 'date' ? startOfDay(of.exchange.at) : of.exchange.at)) / 1000);
    });
    const [offset = Number.NaN] = offsets;
    const isSteady = offsets.every((each) => Math.abs(each - offset) <= 2);
    const isRound = Math.abs(offset) <= 2 || (offset % 60 === 0 && samples.length > 1) || offset % 3600 === 0;
    if (!isSteady || !isRound || Math.abs(offset) > 400 * 86_400) continue;
    const sign = offset < 0 ? '-' : '+';
    return `now${Math.abs(offset) <= 2 ? '' : `${sign}${Math.abs(offset)}`}${form === '' ? '' : ` ${form}`}`;
  }
  return undefined;
}

function startOfDay(at: number): number {
  return at - (at % 86_400_000);
}

/** The milliseconds of a value that is an instant of this form. */
function millisecondsOf(value: unknown, form: string): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const at =
    form === 'seconds' ? Number(value) * 1000 : form === 'milliseconds' ? Number(value) : Date.parse(String(value));
  if (!Number.isFinite(at) || Math.abs(at) > 8e15) return undefined;
  return formatInstant(at, form) === value ? at : undefined;
}
