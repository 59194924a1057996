import type { Faker } from '@faker-js/faker';
import { createRandom, type RandomSource } from '@understudy/kernel';
import { createFaker, type Locale } from './load-faker.js';
import { samplePhrases } from './phrases.js';
import { type City, listCities, listCitiesOf } from './places.js';

const day = 86_400_000;

interface SubjectFacts {
  readonly random: RandomSource;
  readonly now: Date;
  readonly baseUrl: string;
  readonly locales: readonly Locale[];
  /** The index of the record in its collection. */
  readonly record?: number | undefined;
  /** True if the object already existed. Its dates are then in the past, in order. */
  readonly isOld: boolean;
  /** The creation time. By default, a time in the past. */
  readonly born?: Date | undefined;
  readonly document?: unknown;
}

/** A member, and its index in the innermost list. */
interface Turn {
  readonly words: string;
  readonly owner: string;
  readonly index: number;
}

interface Person {
  readonly sex: 'female' | 'male';
  readonly first: string;
  readonly last: string;
  readonly full: string;
  readonly user: string;
  readonly email: string;
}

/**
 * Data shared by the members of one object: a person, a company, a location and a history. Members and nested objects
 * are consistent with each other.
 */
export class FakeSubject {
  readonly facts: SubjectFacts;
  readonly locale: Locale;
  readonly #born: number;
  readonly #changed: number;
  #drawn = new Map<string, unknown>();

  constructor(facts: SubjectFacts, city?: City) {
    this.facts = facts;
    const { random, now } = facts;
    this.locale = this.pick(facts.locales);
    const age = facts.isOld ? Math.floor((2 + 88 * random() ** 2) * day) : 0;
    // Whole seconds, so that formats with and without milliseconds agree.
    const start = Math.floor(now.getTime() / 1000) * 1000;
    this.#born = facts.born?.getTime() ?? start - Math.floor(age / 1000) * 1000;
    // Events of an object happen soon after its creation.
    const span = facts.born === undefined ? start - this.#born : Math.min(start - this.#born, 6 * day);
    this.#changed = this.#born + Math.floor((random() * span) / 1000) * 1000;
    if (city !== undefined) this.#drawn.set('city', city);
  }

  get faker(): Faker | undefined {
    return createFaker(this.locale, this.facts.random, this.facts.now);
  }

  /** Returns an integer from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.facts.random() * (most - least + 1));
  }

  pick<Item>(list: readonly Item[]): Item {
    return list[Math.floor(this.facts.random() * list.length)] as Item;
  }

  /** Returns a string from a list, in rotation: the next record or list item gets the next one. */
  turn<Item>(list: readonly Item[], { words, owner, index }: Turn): Item {
    const { record = index } = this.facts;
    const start = [...`${owner} ${words}`].reduce((sum, each) => sum + each.charCodeAt(0), 0);
    return list[(start + record + (record === index ? 0 : index)) % list.length] as Item;
  }

  /** Returns the object's value for a name. It is drawn only once. */
  once<Value>(name: string, draw: () => Value): Value {
    if (!this.#drawn.has(name)) this.#drawn.set(name, draw());
    return this.#drawn.get(name) as Value;
  }

  get digit(): () => number {
    return () => this.whole(0, 9);
  }

  /** Replaces `#` by digits and `?` by letters. */
  fill(pattern: string): string {
    return pattern.replace(/[#?]/g, (mark) =>
      mark === '#' ? String(this.digit()) : this.pick([...'ABCDEFGHJKLMNPRSTUVWXYZ']),
    );
  }

  get person(): Person {
    return this.once('person', () => this.#newPerson());
  }

  #newPerson(): Person {
    const sex = this.pick(['female', 'male'] as const);
    const first = this.faker?.person.firstName(sex) ?? 'Ada';
    // A few names in the library repeat a letter three times.
    const last = this.faker?.person.lastName(sex).replace(/(.)\1\1/, '$1$1') ?? 'Byron';
    const [name, family] = [first, last].map((each) =>
      toAscii(each)
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    );
    const user = this.pick([`${name}.${family}`, `${name?.charAt(0)}${family}`, `${name}${this.whole(70, 99)}`]);
    const host = this.pick(['example.com', 'example.org', 'mail.example.com', 'example.net']);
    return { sex, first, last, full: `${first} ${last}`, user: user.replaceAll('.', ''), email: `${user}@${host}` };
  }

  get company() {
    return this.once('company', () => this.#newCompany());
  }

  #newCompany() {
    const name = this.faker?.company.name() ?? 'Example Oy';
    const [word = 'example'] = toAscii(name)
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((each) => each.length > 2);
    return { name, domain: `${word}.example` };
  }

  get city(): City {
    return this.once('city', () => this.pick(listCitiesOf(this.facts.document, this.locale)));
  }

  get product(): Product {
    return this.once('product', () => this.pick(products));
  }

  /** Chooses a city that uses one of these currencies, if the object has no city yet. */
  payIn(currencies: readonly unknown[]): void {
    if (this.#drawn.has('city')) return;
    const fit = listCities(this.locale).filter(({ currency }) => currencies.includes(currency));
    const [near, far] = [fit, listCities().filter(({ currency }) => currencies.includes(currency))];
    const cities = near.length > 0 ? near : far;
    if (cities.length > 0) this.#drawn.set('city', this.pick(cities));
  }

  /**
   * Returns an instant in the object's history.
   *
   * @param stage 0 is the creation, 1 the last change, values above 1 lie days in the future
   */
  at(stage: number): Date {
    const now = this.facts.now.getTime();
    if (stage > 1)
      return new Date(Math.floor(now / 1000) * 1000 + (this.facts.isOld ? Math.ceil(stage) * day : 3_600_000));
    return new Date(this.#born + Math.floor((stage * (this.#changed - this.#born)) / 1000) * 1000);
  }

  /** An instant in the last few days, after the creation. */
  get lately(): Date {
    const now = Math.floor(this.facts.now.getTime() / 1000) * 1000;
    return new Date(Math.max(this.#born, now - this.whole(600, 8 * 86_400) * 1000));
  }

  /** An amount of money with the decimals that prices usually have. */
  get money(): number {
    const price = this.sold === undefined ? this.priceIn([3, 360]) : this.asSold.priceIn(this.sold.prices);
    const { scale = 1 } = (this.#drawn.get('city') as City | undefined) ?? {};
    return scale === 1 ? price : Math.round(price * scale);
  }

  priceIn([least, most]: readonly [number, number]): number {
    const whole = Math.floor(least * (most / least) ** this.facts.random());
    return whole + this.pick([0, 0.5, 0.9, 0.95, 0.99]);
  }

  /** The product of the object, if one has been drawn. */
  get sold(): Product | undefined {
    return this.#drawn.get('product') as Product | undefined;
  }

  /** A subject whose values, such as price and number, depend only on the product. */
  get asSold(): FakeSubject {
    return new FakeSubject({ ...this.facts, random: createRandom(this.product.name) }, this.city);
  }
}

/** Returns a string without accents, for addresses. */
function toAscii(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '');
}

/** A product that a shop sells. */
interface Product {
  readonly name: string;
  readonly category: string;
  /** Its typical price range, in whole units of currency. */
  readonly prices: readonly [number, number];
}

/** Product types, and goods with their prices, by category. */
const rows: Readonly<Record<(typeof samplePhrases.category)[number], readonly [kinds: string, goods: string]>> = {
  Books: ['Illustrated|Pocket|Large Print|Annotated', 'Cookbook 15-35|Road Atlas 25-60|Travel Guide 12-25|Novel 8-20'],
  Garden: ['Steel|Folding|Compact|Heavy', 'Watering Can 12-35|Pruning Shears 15-45|Spade 20-50|Flower Pot 5-40'],
  Office: ['Grey|Adjustable|Compact|Oak', 'Desk Lamp 25-90|Monitor Stand 20-80|Filing Cabinet 90-300|Desk 150-600'],
  Kitchen: ['Steel|Cast Iron|Enamel|Small', 'Frying Pan 20-90|Saucepan 25-110|Kettle 25-80|Roasting Tin 15-60'],
  Sports: [
    'Light|Junior|Training|Professional',
    'Yoga Mat 15-60|Tennis Racket 40-180|Football 15-50|Skipping Rope 8-25',
  ],
  Toys: ['Wooden|Magnetic|Large|Colourful', 'Train Set 25-90|Building Blocks 15-60|Puzzle 10-30|Kite 12-35'],
  Outdoor: ['Waterproof|Ultralight|Insulated|Green', 'Backpack 45-180|Tent 90-450|Sleeping Bag 50-220|Flask 15-45'],
  Electronics: ['Wireless|Portable|Compact|Black', 'Headphones 40-250|Speaker 35-200|Keyboard 30-140|Charger 15-50'],
  Beauty: ['Mild|Unscented|Organic|Travel', 'Hand Cream 5-18|Shampoo 6-20|Face Wash 7-22|Lip Balm 3-9'],
};

/** Products of all categories, such as `Adjustable Desk Lamp`. */
const products: readonly Product[] = samplePhrases.category.flatMap((category) => {
  const [kinds, goods] = rows[category];
  return goods.split('|').flatMap((good) => {
    const [, noun = '', least, most] = /^(.*) (\d+)-(\d+)$/.exec(good) ?? [];
    const prices = [Number(least), Number(most)] as const;
    return kinds.split('|').map((kind) => ({ name: `${kind} ${noun}`, category, prices }));
  });
});
