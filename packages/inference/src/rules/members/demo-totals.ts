import { joinPointer, membersOf } from '@understudy/contract';
import { findNamed, normalizeName, type Resource, type SchemaReader } from '@understudy/model';
import {
  amountsOfLines,
  defaultRate,
  grossAmounts,
  linesOfAmounts,
  netAmounts,
  openParts,
  paidParts,
  partsWithTotals,
  pricesOfDemoLines,
  quantities,
  rates,
  taxAmounts,
} from '../../words/line-words.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { isNumber, placeOfMember, reference, rounded } from './numbers.js';

/** Infers how the amounts of generated records add up, which requests can also give. */
export const demoTotals: InferenceRule = {
  id: 'demo-totals',
  says: 'In demo data, the amount of a line is its quantity times its unit price, the amounts of a record and of the objects in it add up, and what is open is what is not paid.',
  *infer(known: Knowledge) {
    for (const resource of known.plan.resources.values())
      if (!resource.single) yield* new Sums(known, resource).statements();
  },
};

/** A record, an object in it, or the items of a list. */
interface Part {
  readonly schema: unknown;
  /** The path of its members in a model: `lines[].` or `summary.`. */
  readonly path: string;
  /** How expressions name it. */
  readonly variable: string;
}

interface Line {
  readonly list: string;
  readonly net?: string | undefined;
  readonly tax?: string | undefined;
  readonly gross?: string | undefined;
  /** The amount of one line, as an expression. */
  readonly amount: string;
}

class Sums {
  readonly #schemas: SchemaReader;
  readonly #resource: Resource;
  readonly #members: Readonly<Record<string, { readonly value?: unknown; readonly given?: boolean }>>;
  readonly #seeded: Readonly<Record<string, unknown>>;

  constructor({ plan: { schemas }, model }: Knowledge, resource: Resource) {
    this.#schemas = schemas;
    this.#resource = resource;
    this.#members = model.resources?.[resource.name]?.members ?? {};
    this.#seeded = membersOf(membersOf(model.seeds?.[resource.name])['set']);
  }

  *statements(): Iterable<InferredStatement> {
    const record: Part = { schema: this.#resource.schema, path: '', variable: 'self' };
    const objects = [...this.#schemas.chosen(record.schema).properties].flatMap(([name, schema]): Part[] => {
      const variable = reference('self', name);
      const isObject = this.#schemas.chosen(schema).properties.size > 0;
      return isObject && variable !== undefined ? [{ schema, path: `${name}.`, variable }] : [];
    });
    const lines: Line[] = [];
    for (const part of [record, ...objects])
      for (const list of this.#listsOf(part)) {
        const line = yield* this.#line(list);
        if (line !== undefined && part === record) lines.push(line);
      }
    const [line, another] = lines;
    const own = another === undefined ? line : undefined;
    yield* this.#addUp(record, own);
    for (const part of objects)
      yield* this.#addUp(part, partsWithTotals.test(normalizeName(part.path)) ? own : undefined);
  }

  #listsOf({ schema, path, variable }: Part): Part[] {
    return [...this.#schemas.chosen(schema).properties].flatMap(([name, property]): Part[] => {
      const { items } = this.#schemas.chosen(property);
      const isOfObjects = this.#schemas.chosen(items).properties.size > 0 && reference(variable, name) !== undefined;
      return isOfObjects ? [{ schema: items, path: `${path}${name}[].`, variable: 'item' }] : [];
    });
  }

  /** The amounts of a line, and those of its parts. */
  *#line(part: Part): Generator<InferredStatement, Line | undefined> {
    const find = this.#finderIn(part);
    const list = part.path.slice(0, -'[].'.length);
    const [quantity, net, tax, gross] = [quantities, netAmounts, taxAmounts, grossAmounts].map(find);
    const amount = net ?? find([...amountsOfLines]);
    const price = find(pricesOfDemoLines.filter((each) => amount === undefined || normalizeName(amount) !== each));
    const product = `item.${quantity} * item.${price}`;
    const isProduct = quantity !== undefined && price !== undefined;
    if (isProduct && amount !== undefined) yield* this.#say(part, amount, product);
    yield* this.#addUp(part);
    const whole = gross ?? amount;
    if (!isProduct && (whole === undefined || !linesOfAmounts.test(normalizeName(list)))) return undefined;
    // What is computed when it is shown is not there yet.
    const isThere = whole !== undefined && this.#isFree(part, whole);
    const shown = isThere ? `each.${whole}` : isProduct ? `each.${quantity} * each.${price}` : undefined;
    return shown === undefined ? undefined : { list, net, tax, gross, amount: shown };
  }

  *#addUp(part: Part, line?: Line): Iterable<InferredStatement> {
    const find = this.#finderIn(part);
    const [net, tax, plain] = [netAmounts, taxAmounts, grossAmounts].map(find);
    const gross = plain ?? (net === undefined || tax === undefined ? undefined : find(['amount']));
    const own = (name: string) => `${part.variable}.${name}`;
    const sum = (each: string) => `self.${line?.list}.map(each, ${each}).sum()`;
    const summed = net ?? gross;
    if (line !== undefined && summed !== undefined)
      yield* this.#say(part, summed, sum(summed === net && line.net !== undefined ? `each.${line.net}` : line.amount));
    if (net !== undefined && gross !== undefined) {
      const isSummed = line?.tax !== undefined && line.net !== undefined;
      if (tax !== undefined)
        yield* this.#say(part, tax, isSummed ? sum(`each.${line.tax}`) : `${own(net)} * ${this.#rateIn(part)} / 100`);
      yield* this.#say(part, gross, tax === undefined ? own(net) : `${own(net)} + ${own(tax)}`);
    }
    const total = gross ?? find(['amount']);
    const paid = find(paidParts);
    // Without a total, what is due is the whole, of which something remains.
    const [whole, rest] = [total, ...openParts.map((each) => find([each]))].filter((each) => each !== undefined);
    if (whole === undefined || (total === undefined && rest === undefined)) return;
    const least = (name: string) => `${own(name)} > ${own(whole)} ? ${own(whole)} : ${own(name)}`;
    if (paid !== undefined) yield* this.#say(part, paid, least(paid));
    if (rest !== undefined)
      yield* this.#say(part, rest, paid === undefined ? least(rest) : `${own(whole)} - ${own(paid)}`);
  }

  /** The rate of the tax in percent: a number, or a text such as `18%`. */
  #rateIn({ schema, variable }: Part): string {
    const { properties } = this.#schemas.chosen(schema);
    const rate = findNamed([...properties.keys()], [...rates, 'vat', 'tax', 'vattype']);
    const flat = this.#schemas.chosen(properties.get(rate ?? ''));
    const own = rate === undefined ? undefined : reference(variable, rate);
    if (own === undefined) return String(defaultRate);
    if (rates.includes(normalizeName(rate ?? '')) && isNumber(this.#schemas, properties.get(rate ?? ''))) return own;
    const texts = Array.isArray(flat.keywords['enum']) ? flat.keywords['enum'].map(String) : [];
    const isPercent = texts.some((each) => /^\d{1,2}(?:\.\d+)?%$/.test(each));
    return isPercent ? `(${own}.endsWith("%") ? double(${own}.split("%").first()) : 0)` : String(defaultRate);
  }

  #isFree({ path }: Part, name: string): boolean {
    const { value, given } = this.#members[`${path}${name}`] ?? {};
    return value === undefined || given === true;
  }

  *#say(part: Part, name: string, expression: string): Iterable<InferredStatement> {
    const path = `${part.path}${name}`;
    if (!this.#isFree(part, name) || Object.hasOwn(this.#seeded, path)) return;
    const value = rounded(this.#schemas, this.#schemas.chosen(part.schema).properties.get(name), expression);
    const at = placeOfMember(this.#schemas, { ...part, isGiven: () => false }, name);
    const reason = { from: at, says: `The name ${name}` };
    yield { at: joinPointer('/seeds', this.#resource.name, 'set', path), value: `=${value}`, reason };
  }

  /** Finds the numbers of a part that expressions can name. */
  #finderIn({ schema }: Part): (names: readonly string[]) => string | undefined {
    const numbers = [...this.#schemas.chosen(schema).properties].flatMap(([name, each]) =>
      isNumber(this.#schemas, each) && reference('self', name) !== undefined ? [name] : [],
    );
    return (names) => findNamed(numbers, names);
  }
}
