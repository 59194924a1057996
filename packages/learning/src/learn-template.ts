import { isJsonNumber, isObject } from '@understudy/contract';
import { toKeyText, valuesByPosition } from '@understudy/described';
import { escapeTemplate } from '@understudy/model';
import { leavesOf } from './body-leaves.js';
import { byShape } from './by-shape.js';
import { countValues } from './count-values.js';
import { ExpressionFinder, type Sample } from './expression-finder.js';
import { type Conditions, extractConditions, keyNamePattern } from './extract-conditions.js';
import { findDefault } from './find-default.js';
import { looksLikeId } from './find-paths.js';
import { instantOf } from './instant-of.js';
import { toListExpression } from './known-list.js';
import { type LearntList, observeItem } from './learn-list.js';
import type { Observation } from './observe-recording.js';
import { accountsOf } from './sign-in-accounts.js';
import { divide, joinPieces, type Piece, partsOf } from './text-pieces.js';
import { readMember, toAccess, toLiteral } from './to-cel.js';
import { toExpression } from './value-at.js';

/** Expressions for lists of known values, with their support. */
export type ListStatements = Map<string, { readonly seen: number; readonly contradicted: number }>;

/** Learns a response template from the observations of one case. */
export class TemplateLearner {
  /** Examples of generated values, by name. */
  readonly generated: Record<string, string | number> = {};
  /** Expressions for generated values. */
  readonly #names = new Map<string, string>();
  readonly #expressions: ExpressionFinder;

  /**
   * @param positions positions of remembered values, whose fields templates can use
   * @param lists lists of known values, by position, such as `body.items`
   * @param isOfItem true if this learner is for the items of such a list
   * @param statements collects the lists that the templates use
   * @param recordsOf returns the records that a request refers to, by expression
   */
  constructor(
    readonly positions: readonly string[],
    readonly lists: ReadonlyMap<string, readonly LearntList[]> = new Map(),
    readonly isOfItem = false,
    readonly statements: ListStatements = new Map(),
    readonly recordsOf?: ExpressionFinder['recordsOf'],
  ) {
    this.#expressions = new ExpressionFinder(positions, recordsOf);
  }

  /** Returns a learner for the responses of one case. */
  forCase(): TemplateLearner {
    return new TemplateLearner(this.positions, this.lists, this.isOfItem, this.statements, this.recordsOf);
  }

  /** @param path position of the value in the response */
  learn(observations: readonly Observation[], read: (of: Observation) => unknown, path = 'body'): unknown {
    const samples = observations.map((of) => ({ value: read(of), of, indexes: [] }));
    // The second pass is needed because a string can contain a value that is generated after it.
    this.#template(samples, path, '');
    return this.#template(samples, path, '');
  }

  #template(samples: readonly Sample[], path: string, around: string): unknown {
    const [first] = samples;
    const value = first?.value;
    const name = path.slice(path.lastIndexOf('.') + 1);
    const lists = around === '' && Array.isArray(value) ? this.lists.get(path) : undefined;
    const list = lists?.find(({ items }) => samples.some(({ of }) => items.has(of)));
    if (list !== undefined && this.#listInRequest(samples) === undefined) return this.#made(samples, list);
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
      const echo = this.#expressions.echoOf(samples, name);
      if (echo !== undefined) return `=${toExpression(echo)}`;
    }
    if (Array.isArray(value)) return this.#list(samples, path, around);
    if (!isObject(value)) return this.#scalar(samples, name);
    const accounts = around === '' ? accountsOf(samples) : undefined;
    if (accounts !== undefined)
      return [...accounts.groups].reduceRight<unknown>(
        (rest, [account, own]) => ({
          '=if': `${toAccess(accounts.position)} == ${toLiteral(account)}`,
          '=then': own[0]?.value,
          '=else': rest,
        }),
        this.#object(samples, value, path, around),
      );
    return this.#object(samples, value, path, around);
  }

  #object(samples: readonly Sample[], value: object, path: string, around: string): unknown {
    const members = Object.keys(value).map((member) => {
      const own = samples.flatMap((each) =>
        isObject(each.value) && Object.hasOwn(each.value, member) ? [{ ...each, value: each.value[member] }] : [],
      );
      const inner = this.#template(own, `${path}.${member}`, around);
      const isEcho = typeof inner === 'string' && /^=\(?(?:body|query|meta\(|item\.)/.test(inner);
      const isOptional = isEcho && own.every((each) => each.value !== null) && !inner.includes(' : ');
      return [isOptional ? `${member}?` : member, inner] as const;
    });
    return Object.fromEntries(members);
  }

  /** Returns a list of known values, with one case per shape of its items. */
  #made(samples: readonly Sample[], { list, items, held: right, all }: LearntList): unknown {
    const rows = samples.flatMap(({ of }) =>
      (items.get(of) ?? []).map((item) => {
        const observed = observeItem(of, item);
        return { value: item.value, of: observed, features: observed.features };
      }),
    );
    const values = new Map(rows.map((row) => [row.of, row.value]));
    const read = (of: Observation) => values.get(of);
    const own = new TemplateLearner(['item'], new Map(), true);
    const show = byShape(rows, (similar) =>
      own.learn(
        similar.map(({ of }) => of),
        read,
      ),
    );
    const each = toListExpression(list);
    this.statements.set(each, { seen: right, contradicted: all - right });
    return { '=each': each, '=show': show };
  }

  /** Returns conditions on the request item that a response item mirrors. */
  #featuresOf(each: string, { of, indexes: [index = 0] }: Sample): Conditions {
    const item = this.#expressions.valueOf(each, { of, value: undefined, indexes: [index] });
    const given = { remembers: [], recall: () => undefined, now: of.exchange.at, findings: [], links: new Map() };
    return new Map([
      ...extractConditions(valuesByPosition({ body: item }, 'item'), given),
      [`index == ${index}`, 'has'] as const,
    ]);
  }

  #list(samples: readonly Sample[], path: string, around: string): unknown {
    const lists = samples.filter((each): each is Sample & { value: unknown[] } => Array.isArray(each.value));
    // Nested lists are not mirrored, because the items of both lists would be called `item`.
    const each = around === '' && !this.isOfItem ? this.#listInRequest(lists) : undefined;
    if (each !== undefined) {
      const items = lists
        .filter((sample) => this.#follows(each, sample))
        .flatMap((sample) => sample.value.map((value, index) => ({ value, of: sample.of, indexes: [index] })));
      const rows = items.map((item) => ({ ...item, features: this.#featuresOf(each, item) }));
      const show = byShape(rows, (similar) => this.#template(similar, path, each));
      return { '=each': toExpression(each.slice(0, -2)), '=show': show };
    }
    const [longest = []] = lists.map(({ value }) => value);
    return longest.map((_item, index) => {
      const items = lists.filter(({ value }) => index < value.length);
      return this.#template(
        items.map((sample) => ({ ...sample, value: sample.value[index] })),
        path,
        around,
      );
    });
  }

  /** Finds a list in the request with equally many items, each of which shares a value with the response item. */
  #listInRequest(samples: readonly Sample[]): string | undefined {
    const full = samples.filter(
      (each): each is Sample & { value: unknown[] } => Array.isArray(each.value) && each.value.length > 0,
    );
    const positions = full.flatMap(({ of }) => [...of.request.keys(), ...this.#expressions.inMemory(of)]);
    const candidates = [...new Set(positions)].filter((position) => /^(?:body|[^*]+ > )[^*]*\.\*$/.test(position));
    return candidates.find(
      (position) => full.filter((sample) => this.#follows(position, sample)).length > full.length * 0.6,
    );
  }

  /** Returns whether a list mirrors the list at a position: equally many items, each with a common value. */
  #follows(position: string, sample: Sample & { value: unknown[] }): boolean {
    const sent = this.#expressions.valueOf(position.slice(0, -2), { ...sample, indexes: [] });
    if (!Array.isArray(sent) || sent.length !== sample.value.length) return false;
    return sample.value.every((item, index) => {
      const own = new Set(namesIn(sent[index]).filter((leaf) => leaf.length > 1));
      return namesIn(item).some((leaf) => own.has(leaf));
    });
  }

  #scalar(samples: readonly Sample[], name: string): unknown {
    const [first] = samples;
    if (first === undefined) return '=null';
    const { value } = first;
    const isConstant = samples.every((each) => each.value === value);
    const isTrivial = value === null || typeof value === 'boolean' || String(value).length < 2;
    if (isConstant && (isTrivial || samples.length > 2) && !this.#isEcho(samples, name))
      return this.#constant(value, first);
    const sent = (each: Sample) => this.#expressions.valueOf(`body.${name}`, each);
    const { literal, rest, seen } = (isConstant ? undefined : findDefault(samples, sent, (each) => each.value)) ?? {};
    if (literal !== undefined && seen === rest?.length) return `=${toExpression(`body.${name} ?? ${literal}`)}`;
    const echo = isTrivial && (isConstant || samples.length < 3) ? undefined : this.#expressions.echoOf(samples, name);
    if (echo !== undefined) return `=${toExpression(echo)}`;
    const instant = instantOf(samples);
    if (instant !== undefined) return `=${instant}`;
    const isGenerated = samples.every((each) => each.of.isNew(each.value)) && toKeyText(value) !== undefined;
    const isData = /@|^\d{4}-\d\d-\d\d/.test(String(value));
    const isId =
      !isData &&
      (typeof value === 'number'
        ? keyNamePattern.test(name)
        : looksLikeId(String(value)) || /(?:^id|Id|_id|token|key)$/.test(name));
    if (isGenerated && isId && (!isConstant || samples.length === 1)) return this.#new(value, name);
    const determined = isConstant || !isId ? undefined : this.#ofKey(samples);
    const [[most] = [value]] = countValues(samples.map((each) => each.value));
    return determined ?? (isConstant ? undefined : this.#address(samples)) ?? this.#constant(most, first);
  }

  /** Returns an expression for a generated value that is unique per record, such as the thread of an account. */
  #ofKey(samples: readonly Sample[]): string | undefined {
    const [first] = samples;
    const names = [...(first?.of.request.keys() ?? [])].filter((each) => /^(?:path|query|body)\.[^*]*$/.test(each));
    const position = names.find((each) => {
      const pairs = samples.map(({ value, of }) => [toKeyText(of.request.get(each)?.[0]), value] as const);
      const sizes = [
        pairs.map(([key]) => key),
        pairs.map(([, value]) => value),
        pairs.map((pair) => pair.join(' ')),
      ].map((list) => new Set(list).size);
      const isFirst = (index: number) => pairs.findIndex(([, value]) => value === pairs[index]?.[1]) === index;
      return (
        sizes.every((size) => size === sizes[0] && size > 1 && size < samples.length) &&
        samples.every(({ value, of }, index) => !isFirst(index) || of.isNew(value))
      );
    });
    return position === undefined ? undefined : `=${likeOf(first?.value, toExpression(position))}`;
  }

  /** Learns the parts of URLs with the same structure: path segments and parameters. */
  #address(samples: readonly Sample[]): string | undefined {
    const [first = [], ...others] = samples.map(({ value, of }) => partsOf(String(value), of.exchange.origin));
    const isAlike = (each: readonly string[]) =>
      each.length === first.length && each.every((part, index) => index % 2 === 0 || part === first[index]);
    if (first.length < 3 || !others.every(isAlike)) return undefined;
    const parts = first.map((text, index) => {
      const own = [first, ...others].map((each) => each[index] ?? '');
      if (own.every((each) => each === text)) return { text };
      const isNumber = own.every((each) => /^[1-9]\d{0,14}$/.test(each));
      const values = samples.map((each, at) => ({ ...each, value: isNumber ? Number(own[at]) : own[at] }));
      // The name of a parameter precedes its value.
      const learned = this.#scalar(values, first[index - 1] === '=' ? String(first[index - 2]) : 'id');
      const isFound = typeof learned === 'string' && learned.startsWith('=');
      return isFound ? { expression: `string(${learned.slice(1)})` } : undefined;
    });
    const found = parts.filter((part) => part !== undefined);
    const isAbsolute = samples.every(({ value, of }) => String(value).startsWith(of.exchange.origin));
    return found.length < parts.length
      ? undefined
      : joinPieces([...(isAbsolute ? [{ expression: 'baseUrl' }] : []), ...found]);
  }

  #new(value: unknown, name: string): string {
    const text = String(value);
    let own = this.#names.get(text);
    if (own === undefined) {
      const plain = name.replace(/\W/g, '') || 'value';
      const unused = Object.hasOwn(this.generated, plain) ? `${plain}${this.#names.size + 1}` : plain;
      own = this.isOfItem ? likeOf(value, 'item.key') : readMember('new', unused);
      this.#names.set(text, own);
      // The number in a redacted string has too few digits for many different strings.
      const example = text.replace(/^redacted-\d+$/, `redacted-${'0'.repeat(12)}`);
      if (!this.isOfItem) this.generated[unused] = typeof value === 'number' ? value : example;
    }
    return `=${own}`;
  }

  /** Returns whether a value that is equal in all samples still comes from the request. */
  #isEcho(samples: readonly Sample[], name: string): boolean {
    const isName = keyNamePattern.test(name) && samples.every(({ value }) => toKeyText(value) !== undefined);
    return (samples.length < 3 || isName) && this.#expressions.echoOf(samples, name) !== undefined;
  }

  /** Returns a constant value. In strings, generated and sent values become expressions. */
  #constant(value: unknown, { of }: Sample): unknown {
    if (value === null) return '=null';
    if (typeof value !== 'string') return value;
    const parts = new Map<string, string>();
    for (const [text, expression] of this.#names) if (text.length > 5) parts.set(text, expression);
    parts.set(of.exchange.origin, 'baseUrl');
    for (const [position, [sent]] of of.request)
      if (
        (typeof sent === 'string' || isJsonNumber(sent)) &&
        String(sent).length > 4 &&
        !position.includes('*') &&
        !position.startsWith('headers.') &&
        !parts.has(String(sent))
      )
        parts.set(String(sent), `string(${toExpression(position)})`);
    let pieces: Piece[] = [{ text: value }];
    for (const [part, expression] of [...parts].sort(([one], [other]) => other.length - one.length))
      pieces = pieces.flatMap((piece) => ('text' in piece ? divide(piece.text, part, expression) : [piece]));
    if (pieces.every((piece) => 'text' in piece)) return escapeTemplate(value);
    return joinPieces(pieces);
  }
}

/** Writes a call that generates a value of the same format, a different one per key. */
const likeOf = (value: unknown, key: string) => `like(${toLiteral(value)}, string(${key}))`;

/** Lists the strings and numbers in a value. */
function namesIn(value: unknown): string[] {
  return leavesOf(value).flatMap(([, leaf]) => (typeof leaf === 'string' || isJsonNumber(leaf) ? String(leaf) : []));
}
