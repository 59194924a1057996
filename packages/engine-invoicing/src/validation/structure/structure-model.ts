/** A possible child of an aggregate at its position. */
export interface ContentParticle {
  readonly name: string;
  readonly type: string;
  readonly least: number;
  readonly most: number;
}

/** Content of an aggregate or a text element. */
export interface ContentModel {
  readonly particles: readonly ContentParticle[];
  /** Place of a child by its name. */
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

/** Reads `name=type?` and the like. */
const readParticle = (entry: string): ContentParticle => {
  const [, named = entry, sign = '', from, to] = OCCURRENCE.exec(entry) ?? [];
  const [name = '', type] = named.split('=');
  const [least, most] = boundsOf(sign, from, to);
  return { name, type: type ?? name, least, most };
};

/** Reads a content model of its entries: `<text type>`, `@attribute=type`, particles. */
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
 * Content models by the name of their type, read on first use from `{ type: entries }`.
 *
 * Entries are separated by spaces, in the order of the elements. `name=type` is a child. `type` is optional if it has
 * the same name. `?` means optional, `*` any number, `+` one or more, `{0,3}` up to three, otherwise exactly one.
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
