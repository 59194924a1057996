import { toXpath, type XmlElement } from '../../xml/xml-element.js';
import type { InvoiceFinding } from '../rule.js';

/** A possible child of an aggregate at its position. */
interface ContentParticle {
  readonly name: string;
  readonly type: string;
  readonly least: number;
  readonly most: number;
}

export interface ContentModel {
  readonly particles: readonly ContentParticle[];
  /** Position of a child by its name. */
  readonly places: ReadonlyMap<string, number>;
  readonly attributes: ReadonlyMap<string, { readonly required: boolean; readonly type: string }>;
  /** Type of the text, for elements without children. */
  readonly text: string | undefined;
}

const OCCURRENCE = /^(.*?)(\?|\*|\+|\{(\d+),(\d+)\})?$/;

const boundsOf = (sign: string, least: string | undefined, most: string | undefined): [least: number, most: number] => {
  if (least !== undefined && most !== undefined) return [Number(least), Number(most)];
  if (sign === '?') return [0, 1];
  if (sign === '*') return [0, Number.POSITIVE_INFINITY];
  return sign === '+' ? [1, Number.POSITIVE_INFINITY] : [1, 1];
};

/** Reads an entry such as `name=type?`. */
const readParticle = (entry: string): ContentParticle => {
  const [, named = entry, sign = '', from, to] = OCCURRENCE.exec(entry) ?? [];
  const [name = '', type] = named.split('=');
  const [least, most] = boundsOf(sign, from, to);
  return { name, type: type ?? name, least, most };
};

/** Reads a content model from its entries: `<text type>`, `@attribute=type`, particles. */
const readContent = (entries: readonly string[]): ContentModel => {
  const particles: ContentParticle[] = [];
  const attributes = new Map<string, { required: boolean; type: string }>();
  let text: string | undefined;
  for (const entry of entries) {
    if (entry.startsWith('<')) text = entry.slice(1, -1);
    else if (entry.startsWith('@')) {
      const [name = '', type = ''] = entry.slice(1).split('=');
      attributes.set(name.replace('!', ''), { required: name.endsWith('!'), type });
    } else if (entry.startsWith('*')) {
      particles.push({ name: '*', type: 'any', least: 0, most: Number.POSITIVE_INFINITY });
    } else particles.push(readParticle(entry));
  }
  return { particles, places: new Map(particles.map(({ name }, index) => [name, index])), attributes, text };
};

/**
 * Content models by type name, read on first use from `{ type: entries }`.
 *
 * Entries are separated by spaces, in the order of the elements. `name=type` is a child. `type` can be omitted if it
 * equals the name. `?` means optional, `*` any number, `+` one or more, `{0,3}` up to three, otherwise exactly one.
 * `<type>` is the type of the text, `@name=type` an attribute, `!` a required one, `*=any` any content. In UBL, `-`
 * marks a basic component and `~` an extension.
 */
export class ContentModelRegistry {
  readonly #entries: ReadonlyMap<string, string>;
  readonly #models = new Map<string, ContentModel>();

  constructor(table: Readonly<Record<string, string>>) {
    this.#entries = new Map(Object.entries(table));
  }

  get(type: string): ContentModel | undefined {
    const ready = this.#models.get(type);
    if (ready !== undefined) return ready;
    const entries = this.#entries.get(type);
    if (entries === undefined) return undefined;
    const model = readContent(entries.split(' '));
    this.#models.set(type, model);
    return model;
  }
}

export const createStructureFinding = (
  ruleId: string,
  element: XmlElement,
  message: string,
  attribute?: string,
): InvoiceFinding => ({
  ruleId,
  severity: 'fatal',
  stage: 'schema',
  location: toXpath(element, attribute),
  line: element.line,
  message,
});

/** Quotes a text for a message, truncated to a readable length. */
export const quoteText = (text: string): string => JSON.stringify(text.trim().slice(0, 40));

const plain = (name: string | undefined): string => name?.replace(/^[-~]/, '') ?? '';

/**
 * Checks the order and number of children against a content model. Returns each child's particle, or undefined if not
 * allowed.
 */
export const checkContent = (
  family: string,
  element: XmlElement,
  model: ContentModel,
  placeOf: (child: XmlElement) => number | undefined,
  findings: InvoiceFinding[],
): (ContentParticle | undefined)[] => {
  const counts = new Array<number>(model.particles.length).fill(0);
  let reached = 0;
  const particles = element.children.map((child) => {
    const place = placeOf(child);
    const particle = place === undefined ? undefined : model.particles[place];
    if (place === undefined || particle === undefined) {
      const message = `${child.name} is not allowed in ${element.name}; remove it`;
      findings.push(createStructureFinding(`${family}/unknown-element`, child, message));
      return undefined;
    }
    if (place < reached) {
      const message = `${child.name} must come before ${plain(model.particles[reached]?.name)} in ${element.name}`;
      findings.push(createStructureFinding(`${family}/order`, child, message));
    } else reached = place;
    const count = (counts[place] ?? 0) + 1;
    counts[place] = count;
    if (count === particle.most + 1) {
      const times = particle.most === 1 ? 'only once' : `${particle.most} times at most`;
      findings.push(
        createStructureFinding(`${family}/cardinality`, child, `${child.name} may stand in ${element.name} ${times}`),
      );
    }
    return particle;
  });
  model.particles.forEach((particle, place) => {
    if ((counts[place] ?? 0) >= particle.least) return;
    const message = `${plain(particle.name)} is missing in ${element.name}`;
    findings.push(createStructureFinding(`${family}/cardinality`, element, message));
  });
  return particles;
};
