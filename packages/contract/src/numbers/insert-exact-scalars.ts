import { readNumber } from './exact-number.js';
import { hasManyDigits } from './parse-json.js';

/** A node of the YAML library. Its type is not imported, because the library is loaded on demand. */
interface YamlNode {
  readonly items?: readonly unknown[];
  readonly key?: unknown;
  value?: unknown;
  readonly source?: string;
}

/**
 * Restores all digits of the numbers in a parsed YAML document.
 *
 * @param contents the root node of the document
 */
export function insertExactScalars(text: string, contents: unknown): void {
  if (!hasManyDigits(text)) return;
  const open = [contents];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const node: YamlNode = next;
    if (node.items !== undefined) open.push(...node.items.filter(Boolean));
    else if (node.key !== undefined) open.push(node.value ?? false);
    else if (typeof node.value === 'number' && /^-?\d+(?:\.\d*)?$/.test(node.source ?? ''))
      node.value = readNumber(node.source ?? '');
  }
}
