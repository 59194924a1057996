import { isJsonNumber, isObject, stringifyJson } from '@understudy/contract';
import { toKeyText } from '@understudy/described';
import { escapeTemplate } from '@understudy/model';
import { ExpressionFinder, isSame, type Sample } from './expression-finder.js';
import { looksLikeId } from './find-paths.js';
import { instantOf } from './instant-of.js';
import { toListExpression } from './known-list.js';
import { type LearntList, observeItem } from './learn-list.js';
import type { Observation } from './observe-recording.js';
import { describeBodyShape } from './recorded-exchange.js';
import { splitCases } from './split-cases.js';
import { allOf, readMember, toLiteral } from './to-cel.js';
import { literalPattern, toExpression } from './value-at.js';

/** Lists of known values as expressions, with their support. */
export type ListStatements = Map<string, { readonly seen: number; readonly contradicted: number }>;

/** Learns a response template that the observations of one case share. */
export class TemplateLearner {
  /** Examples of generated values by name. */
  readonly generated: Record<string, string | number> = {};
  /** Expressions of generated values. */
  readonly #names = new Map<string, string>();
  readonly #expressions: ExpressionFinder;

  /**
   * @param positions positions of remembered values, whose fields templates can refer to
   * @param lists lists of known values by their position, such as `body.items`
   * @param isOfItem whether it learns the items of such a list
   * @param statements filled with the lists in its templates
   */
  constructor(
    readonly positions: readonly string[],
    readonly lists: ReadonlyMap<string, readonly LearntList[]> = new Map(),
    readonly isOfItem = false,
    readonly statements: ListStatements = new Map(),
  ) {
    this.#expressions = new ExpressionFinder(positions);
  }

  /** Returns a learner for the responses of one case. */
  forCase(): TemplateLearner {
    return new TemplateLearner(this.positions, this.lists, this.isOfItem, this.statements);
  }

  /** @param path of the value in the response */
  learn(observations: readonly Observation[], read: (of: Observation) => unknown, path = 'body'): unknown {
    const samples = observations.map((of) => ({ value: read(of), of, indexes: [] }));
    // Twice, because a text can contain a generated value that comes after it.
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
    const members = Object.keys(value).map((member) => {
      const own = samples.flatMap((each) =>
        isObject(each.value) && Object.hasOwn(each.value, member) ? [{ ...each, value: each.value[member] }] : [],
      );
      const inner = this.#template(own, `${path}.${member}`, around);
      const isEcho = typeof inner === 'string' && /^=(?:body|query|meta\(|item\.)/.test(inner);
      const isOptional = isEcho && own.every((each) => each.value !== null) && !inner.includes(' : ');
      return [isOptional ? `${member}?` : member, inner] as const;
    });
    return Object.fromEntries(members);
  }

  /** Returns a list of known values, with one case for each shape of its items. */
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
    const labelled = rows.map((row) => ({ ...row, label: describeBodyShape(row.value) }));
    const cases = splitCases(labelled).map(({ when, rows: similar, label }) => {
      const held = similar.filter((row) => row.label === label);
      const answer = own.learn(
        held.map(({ of }) => of),
        read,
      );
      return { condition: allOf(when), answer };
    });
    const each = toListExpression(list);
    this.statements.set(each, { seen: right, contradicted: all - right });
    const show = cases.reduceRight<unknown>(
      (rest, { condition, answer }) =>
        condition === undefined ? answer : { '=if': condition, '=then': answer, '=else': rest },
      null,
    );
    return { '=each': each, '=show': show };
  }

  #list(samples: readonly Sample[], path: string, around: string): unknown {
    const lists = samples.filter((each): each is Sample & { value: unknown[] } => Array.isArray(each.value));
    const each = around === '' ? this.#listInRequest(lists) : undefined;
    if (each !== undefined) {
      const items = lists
        .filter((sample) => this.#follows(each, sample))
        .flatMap((sample) => sample.value.map((value, index) => ({ value, of: sample.of, indexes: [index] })));
      return { '=each': toExpression(each.slice(0, -2)), '=show': this.#template(items, path, each) };
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

  /** The list of the request that has as many items, with a value of the item in each. */
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

  /** Returns whether a list has one item for each item at a position, with a value of it. */
  #follows(position: string, sample: Sample & { value: unknown[] }): boolean {
    const sent = this.#expressions.valueOf(position.slice(0, -2), { ...sample, indexes: [] });
    if (!Array.isArray(sent) || sent.length !== sample.value.length) return false;
    return sample.value.every((item, index) => {
      const own = new Set(leavesOf(sent[index]).filter((leaf) => leaf.length > 1));
      return leavesOf(item).some((leaf) => own.has(leaf));
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
    const fallback = isConstant ? undefined : this.#withDefault(samples, `body.${name}`);
    if (fallback !== undefined) return `=${toExpression(fallback)}`;
    const echo = isTrivial && (isConstant || samples.length < 3) ? undefined : this.#expressions.echoOf(samples, name);
    if (echo !== undefined) return `=${toExpression(echo)}`;
    const instant = instantOf(samples);
    if (instant !== undefined) return `=${instant}`;
    const isGenerated = samples.every((each) => each.of.isNew(each.value)) && toKeyText(value) !== undefined;
    const isData = /@|^\d{4}-\d\d-\d\d/.test(String(value));
    const isId = !isData && (looksLikeId(String(value)) || /(?:^id|Id|_id|token|key)$/.test(name));
    if (isGenerated && isId && (!isConstant || samples.length === 1)) return this.#new(value, name);
    return this.#constant(value, first);
  }

  /** Returns an expression for a member of the request that has a constant value if the request omits it. */
  #withDefault(samples: readonly Sample[], member: string): string | undefined {
    const sent = samples.map((each) => this.#expressions.valueOf(member, each));
    const [value, ...others] = samples.flatMap((each, index) => (sent[index] === undefined ? [each.value] : []));
    const literal = stringifyJson(value) ?? '';
    const isDefault = literalPattern.test(literal) && value !== null && others.every((other) => other === value);
    const isEchoed = samples.every((each, index) => sent[index] === undefined || isSame(sent[index], each.value));
    return isDefault && isEchoed ? `${member} ?? ${literal}` : undefined;
  }

  #new(value: unknown, name: string): string {
    const text = String(value);
    let own = this.#names.get(text);
    if (own === undefined) {
      const plain = name.replace(/\W/g, '') || 'value';
      const unused = Object.hasOwn(this.generated, plain) ? `${plain}${this.#names.size + 1}` : plain;
      own = this.isOfItem ? `like(${toLiteral(value)}, string(item.key))` : readMember('new', unused);
      this.#names.set(text, own);
      if (!this.isOfItem) this.generated[unused] = typeof value === 'number' ? value : text;
    }
    return `=${own}`;
  }

  /** Returns whether a value that never changes nevertheless is that of a request whose values do change. */
  #isEcho(samples: readonly Sample[], name: string): boolean {
    return samples.length < 3 && this.#expressions.echoOf(samples, name) !== undefined;
  }

  /** Returns a value as it is, with the generated and sent values that a text contains. */
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
    return `=${pieces.map((piece) => ('text' in piece ? toLiteral(piece.text) : piece.expression)).join(' + ')}`;
  }
}

type Piece = { readonly text: string } | { readonly expression: string };

/** Divides a text where a part of it is the value of an expression. */
function divide(text: string, part: string, expression: string): Piece[] {
  return text
    .split(part)
    .flatMap((piece, index): Piece[] => [
      ...(index === 0 ? [] : [{ expression }]),
      ...(piece === '' ? [] : [{ text: piece }]),
    ]);
}

function leavesOf(value: unknown, depth = 0): string[] {
  if (depth > 6) return [];
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, depth + 1));
  if (isObject(value)) return Object.values(value).flatMap((item) => leavesOf(item, depth + 1));
  return typeof value === 'string' || isJsonNumber(value) ? [String(value)] : [];
}
