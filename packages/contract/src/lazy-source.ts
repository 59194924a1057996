import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { createFileError } from './finding.js';
import { type SourceLocation, sourceLocations } from './source-locations.js';

/**
 * Registers a file, so that the locations of its parts can be found later. Only errors need locations, and finding them
 * would take most of the loading time.
 *
 * @param value the parsed content of the file
 * @throws ContractError (`file/malformed-yaml`) if the value contains itself
 */
export function registerLazySource(file: string, text: string, value: unknown): void {
  const places = new Places(file, text);
  const open = new Set<object>();
  remember(value, undefined, '');

  function remember(part: unknown, parent: LazySource | undefined, key: string): void {
    if (typeof part !== 'object' || part === null) return;
    const source = new LazySource(places, parent, key);
    if (open.has(part)) {
      const message = 'An alias contains itself; write the structure out.';
      throw createFileError(file, 'malformed-yaml', message, source.line);
    }
    // An alias has the location of its anchor.
    if (sourceLocations.has(part)) return;
    sourceLocations.set(part, source);
    open.add(part);
    for (const [name, child] of Object.entries(part)) remember(child, source, name);
    open.delete(part);
  }
}

class Places {
  readonly file: string;
  readonly #text: string;
  #parsed: { readonly document: Document; readonly lines: LineCounter } | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.#text = text;
  }

  get root(): unknown {
    return this.#parse().document.contents;
  }

  childOf(node: unknown, key: string): unknown {
    const target = isAlias(node) ? node.resolve(this.#parse().document) : node;
    if (isMap(target)) return target.items.find((item) => nameOf(item.key) === key)?.value;
    return isSeq(target) ? target.items[Number(key)] : undefined;
  }

  lineOf(node: unknown): number {
    return this.#parse().lines.linePos(isNode(node) ? (node.range?.[0] ?? 0) : 0).line;
  }

  #parse(): { readonly document: Document; readonly lines: LineCounter } {
    const lines = new LineCounter();
    this.#parsed ??= { document: parseDocument(this.#text, { lineCounter: lines, prettyErrors: false }), lines };
    return this.#parsed;
  }
}

interface Found {
  readonly node: unknown;
  readonly line: number;
  readonly keyLines: ReadonlyMap<string, number>;
}

class LazySource implements SourceLocation {
  readonly #places: Places;
  readonly #parent: LazySource | undefined;
  readonly #key: string;
  #found: Found | undefined;

  constructor(places: Places, parent: LazySource | undefined, key: string) {
    this.#places = places;
    this.#parent = parent;
    this.#key = key;
  }

  get file(): string {
    return this.#places.file;
  }

  get line(): number {
    return this.#find().line;
  }

  get keyLines(): ReadonlyMap<string, number> {
    return this.#find().keyLines;
  }

  textOf(key: string): string | undefined {
    const node = this.#places.childOf(this.#find().node, key);
    return isScalar(node) && node.type === 'PLAIN' ? node.source : undefined;
  }

  #find(): Found {
    if (this.#found === undefined) {
      const node =
        this.#parent === undefined ? this.#places.root : this.#places.childOf(this.#parent.#find().node, this.#key);
      const keyLines = new Map(keysOf(node).map(([key, place]) => [key, this.#places.lineOf(place)]));
      // Members added by a merge key have no node.
      const line = node === undefined ? (this.#parent?.line ?? 1) : this.#places.lineOf(node);
      this.#found = { node, line, keyLines };
    }
    return this.#found;
  }
}

/** Returns the text of a plain YAML number or boolean as it is written in the file. */
export function readSourceText(holder: object, key: string): string | undefined {
  const source = sourceLocations.get(holder);
  return source instanceof LazySource ? source.textOf(key) : undefined;
}

function keysOf(node: unknown): [string, unknown][] {
  if (isMap(node)) return node.items.map(({ key }) => [nameOf(key), key]);
  return isSeq(node) ? node.items.map((item, index) => [String(index), item]) : [];
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key);
}
