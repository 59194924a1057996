import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';
import { splitPointer } from '../expressions/json-pointer.js';

/** A position in a file. Lines and columns start at 1. */
export interface LineAndColumn {
  line: number;
  column: number;
}

/**
 * Creates a function that finds the line of a JSON Pointer, or of its nearest ancestor, in a YAML document. Lines start
 * at 1.
 */
export function createLineIndex(document: Document, lines: LineCounter): (pointer: string) => number | undefined {
  const findPlace = createPlaceIndex(document, lines);
  return (pointer) => findPlace(pointer)?.line;
}

/** Creates a function that finds the line and column of a JSON Pointer or of its nearest ancestor. */
export function createPlaceIndex(
  document: Document,
  lines: LineCounter,
): (pointer: string) => LineAndColumn | undefined {
  return (pointer) => {
    let node: unknown = document.contents;
    let offset = offsetOf(node);
    for (const token of splitPointer(pointer)) {
      const next = step(node, token, document);
      if (next === undefined) break;
      node = next.node;
      offset = next.offset ?? offset;
    }
    if (offset === undefined) return undefined;
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
}

function step(node: unknown, token: string, document: Document): { node: unknown; offset?: number } | undefined {
  const target = isAlias(node) ? node.resolve(document) : node;
  if (isSeq(target)) {
    const item = target.items[Number(token)];
    return item === undefined ? undefined : withOffset(item, offsetOf(item));
  }
  if (!isMap(target)) return undefined;
  const pair = target.items.find((item) => isScalar(item.key) && String(item.key.value) === token);
  return pair === undefined ? undefined : withOffset(pair.value, offsetOf(pair.key));
}

function withOffset(node: unknown, offset: number | undefined): { node: unknown; offset?: number } {
  return offset === undefined ? { node } : { node, offset };
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function isNode(value: unknown): value is Node {
  return isAlias(value) || isMap(value) || isSeq(value) || isScalar(value);
}
