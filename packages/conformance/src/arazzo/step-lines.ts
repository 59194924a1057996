import type { ArazzoDocument } from './model.js';

/**
 * Lines of the workflows and steps of a document in block style, by JSON Pointer and counted from one, found by their
 * indentation: a run asks for that of every step, and the reader that knows the place of everything takes as long as a
 * tenth of a suite.
 *
 * @returns undefined where the document is laid out in another way
 */
export function stepLines(text: string, { workflows }: ArazzoDocument): ReadonlyMap<string, number> | undefined {
  const found = new Map<string, number>();
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => /^workflows:\s*(#.*)?$/.test(line));
  if (begin === -1) return undefined;
  const items = new Items();
  let steps: Items | undefined;
  for (const [index, line] of lines.entries()) {
    if (index <= begin || /^\s*(#.*)?$/.test(line)) continue;
    const indent = line.search(/\S/);
    const place = items.take(line, indent);
    if (place === 'after') break;
    if (place === 'item') {
      steps = undefined;
      found.set(`/workflows/${items.count - 1}`, index + 1);
    } else if (indent === items.indent + 2 && /^ *steps:\s*(#.*)?$/.test(line)) {
      steps = new Items();
    } else if (steps !== undefined) {
      const inside = steps.take(line, indent);
      if (inside === 'after') steps = undefined;
      if (inside === 'item') found.set(`/workflows/${items.count - 1}/steps/${(steps?.count ?? 0) - 1}`, index + 1);
    }
  }
  const all = workflows.flatMap((workflow, at) => [
    `/workflows/${at}`,
    ...workflow.steps.map((_, step) => `/workflows/${at}/steps/${step}`),
  ]);
  return found.size === all.length && all.every((pointer) => found.has(pointer)) ? found : undefined;
}

/** Items of a list in block style; the first one says how far they are indented. */
class Items {
  indent = -1;
  count = 0;

  /** Whether a line begins an item, is inside one, or comes after the list. */
  take(line: string, indent: number): 'item' | 'inside' | 'after' {
    const isItem = line.startsWith('- ', indent);
    if (this.indent === -1 && isItem) this.indent = indent;
    if (indent > this.indent && this.indent !== -1) return 'inside';
    if (!isItem || indent < this.indent) return 'after';
    this.count += 1;
    return 'item';
  }
}
