import type { XmlElement } from './xml-element.js';
import type { XmlOutput } from './xml-writer.js';

/**
 * The elements of a format and their terms, in the order of the file. A key is an element or a path of elements; `#2`
 * distinguishes two of the same name. A text is `<term> <type>:<limits> <attribute>=<term> ?<kind>`: `'x` stands for
 * the constant x, `>` for an attribute that is only written, `!x` for a value that is read as x if it is missing,
 * `list[]` for one element for each entry, and `?<kind>` for an element that is written in one kind of document, or
 * never, and read in all. `&part name=value` inserts a part. An object contains further elements and the following
 * keys:
 *
 * - `@scope`: the object to which their terms belong; with `@present`, it exists if the element does
 * - `@each`: the list that has an entry for each such element; in it, the term `.` is the entry itself
 * - `@keep`: true for an element that is written without content as well
 */
export interface Template {
  readonly [element: string]: string | boolean | Template;
}

/** A content type: reads a value from all elements of a name under one parent, and writes a value as text. */
export interface Codec {
  read(elements: readonly XmlElement[]): unknown;
  write(
    value: unknown,
    limits: readonly number[],
    root: object,
  ): { texts: readonly string[]; attributes?: Readonly<Record<string, string | undefined>> };
}

type Path = readonly string[];

interface Leaf {
  readonly name: string;
  readonly term: Path;
  readonly constant: string | undefined;
  readonly list: boolean;
  readonly codec: Codec;
  readonly limits: readonly number[];
  readonly otherwise: string | undefined;
  readonly kind: string | undefined;
  readonly attributes: readonly { name: string; term: Path; constant: string | undefined; isRead: boolean }[];
}

interface Node {
  readonly name: string;
  readonly scope: Path | undefined;
  readonly each: Path | undefined;
  readonly keep: boolean;
  /** A step of a path. Constants do not affect it. */
  readonly isStep: boolean;
  readonly children: readonly (Leaf | Node)[];
}

/** Reads and writes the documents of one template. The template states the types of the terms. */
export class XmlTemplate<View extends object> {
  readonly #root: Node;
  readonly #codecs: Readonly<Record<string, Codec>>;
  readonly #parts: Template;

  constructor(template: Template, parts: Template, codecs: Readonly<Record<string, Codec>>) {
    this.#codecs = codecs;
    this.#parts = parts;
    this.#root = this.#node('', template, []);
  }

  read(element: XmlElement): View {
    const view = {};
    readNode(this.#root, element, view);
    return view as View;
  }

  write(name: string, view: object, attributes: Readonly<Record<string, string>>): XmlOutput {
    const content = this.#root.children.flatMap((child) => writeAny(child, view, view)).map(({ output }) => output);
    return { name, attributes, content };
  }

  #node(name: string, template: Template, outer: Path): Node {
    const { '@scope': scope, '@each': each, '@keep': keep, '@present': present, ...elements } = template;
    const own = typeof scope === 'string' ? [...outer, ...scope.split('.')] : outer;
    const prefix = each === undefined ? own : [];
    const children = Object.entries(elements).map(([key, value]) => {
      const names = key.replace(/#.*$/, '').split('/');
      const last = names.pop() ?? '';
      return names.reduceRight<Leaf | Node>(
        (child, name) => ({ name, scope: undefined, each: undefined, keep: false, isStep: true, children: [child] }),
        this.#any(last, value, prefix),
      );
    });
    return {
      name,
      scope: present === true ? own : undefined,
      each: typeof each === 'string' ? [...own, ...each.split('.')] : undefined,
      keep: keep === true,
      isStep: false,
      children,
    };
  }

  #any(name: string, value: Template[string], prefix: Path): Leaf | Node {
    if (typeof value === 'object') return this.#node(name, value, prefix);
    const words = String(value).split(' ');
    const [first = '', ...others] = words;
    if (!first.startsWith('&')) return this.#leaf(name, words, prefix);
    const inserted = others.reduce(
      (text, word) => text.replaceAll(`{${word.split('=')[0]}}`, word.split('=')[1] ?? ''),
      JSON.stringify(this.#parts[first.slice(1)]),
    );
    return this.#node(name, JSON.parse(inserted), prefix);
  }

  #leaf(name: string, [term = '', ...words]: readonly string[], prefix: Path): Leaf {
    const [type = 'text', ...more] = words.filter((word) => !/[=>?]/.test(word));
    const [typeName = '', otherwise] = type.split('!');
    const [codecName = '', ...limits] = typeName.split(':');
    const codec = this.#codecs[codecName];
    if (codec === undefined || more.length > 0) throw new Error(`${name} has the unknown type ${words.join(' ')}`);
    const pathOf = (text: string): Path =>
      text.startsWith("'") || text === '.' ? [] : [...prefix, ...text.replace('[]', '').split('.')];
    const constantOf = (text: string) => (text.startsWith("'") ? text.slice(1) : undefined);
    return {
      name,
      term: pathOf(term),
      constant: constantOf(term),
      list: term.endsWith('[]'),
      codec,
      limits: limits.map(Number),
      otherwise,
      kind: words.find((word) => word.startsWith('?'))?.slice(1),
      attributes: words.flatMap((word) => {
        const [, attribute, sign, of] = /^(\w+)([=>])(.*)$/.exec(word) ?? [];
        if (attribute === undefined || of === undefined) return [];
        return [{ name: attribute, term: pathOf(of), constant: constantOf(of), isRead: sign === '=' }];
      }),
    };
  }
}

const selfKey = '.';

/** Sets an unknown value. An empty path is the entry of a list. */
function setAt(view: object, path: Path, value: unknown): void {
  if (value === undefined) return;
  let at = view;
  for (const name of path.slice(0, -1)) {
    if (valueAt(at, [name]) === undefined) Object.assign(at, { [name]: {} });
    const next = valueAt(at, [name]);
    if (typeof next !== 'object' || next === null) return;
    at = next;
  }
  const last = path.at(-1) ?? selfKey;
  if (valueAt(at, [last]) === undefined) Object.assign(at, { [last]: value });
}

function valueAt(view: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    view,
  );
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function readNode(node: Node, element: XmlElement, view: object): void {
  if (node.scope !== undefined) setAt(view, node.scope, {});
  for (const child of node.children) {
    const found = element.all(localName(child.name));
    if ('codec' in child) readLeaf(child, found, view);
    else if (child.each !== undefined) {
      const entries = found.map((one) => {
        const entry = {};
        readNode(child, one, entry);
        return selfKey in entry ? entry[selfKey] : entry;
      });
      setAt(view, child.each, entries);
    } else if (found[0] !== undefined) readNode(child, found[0], view);
  }
}

function readLeaf(leaf: Leaf, found: readonly XmlElement[], view: object): void {
  if (leaf.constant !== undefined) return;
  if (leaf.list) {
    setAt(
      view,
      leaf.term,
      found.flatMap((one) => leaf.codec.read([one]) ?? []),
    );
    return;
  }
  setAt(view, leaf.term, (found[0] === undefined ? undefined : leaf.codec.read(found)) ?? leaf.otherwise);
  for (const { name, term, isRead } of leaf.attributes) if (isRead) setAt(view, term, found[0]?.attribute(name));
}

interface Written {
  readonly output: XmlOutput;
  readonly constant: boolean;
}

function writeAny(child: Leaf | Node, view: object, root: object): Written[] {
  if ('codec' in child) return writeLeaf(child, view, root);
  const entries = child.each === undefined ? [view] : valueAt(view, child.each);
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry) => {
    const inner = child.children.flatMap((one) => writeAny(one, entry, root));
    const constant = inner.every((one) => one.constant);
    if (!child.keep && (inner.length === 0 || (constant && !child.isStep))) return [];
    const content = inner.map(({ output }) => output);
    return [{ output: { name: child.name, attributes: {}, content }, constant: constant && !child.keep }];
  });
}

function writeLeaf(leaf: Leaf, view: object, root: object): Written[] {
  if (leaf.kind !== undefined && leaf.kind !== valueAt(root, ['kind'])) return [];
  const value = leaf.constant ?? valueAt(view, leaf.term);
  if (value === undefined) return [];
  const own = leaf.attributes.map(({ name, term, constant }) => [name, constant ?? valueAt(view, term)]);
  return (leaf.list && Array.isArray(value) ? value : [value]).flatMap((one) => {
    if (one === undefined) return [];
    const { texts, attributes } = leaf.codec.write(one, leaf.limits, root);
    const all = { ...attributes, ...Object.fromEntries(own) };
    return texts.map((content) => ({
      output: { name: leaf.name, attributes: all, content },
      constant: leaf.constant !== undefined,
    }));
  });
}
