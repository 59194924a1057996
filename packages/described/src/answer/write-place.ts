import { type Finding, joinPointer, parsePointer } from '@understudy/contract';

/** How a description writes the place of an error. */
interface PlaceForm {
  readonly isPointer: boolean;
  /** A place in an example. */
  readonly shown: string | undefined;
  /** The description of the member with the place. */
  readonly said: unknown;
}

/**
 * Writes the place that a finding is about in the form of a description: the name of the member, its path as in
 * `items[0].quantity`, or a JSON Pointer into the body. A parameter has its name.
 */
export function writePlace(finding: Finding, { isPointer, shown = '', said }: PlaceForm): string {
  const [part, ...path] = parsePointer(finding.pointer);
  if (part !== 'body' || path.length === 0) return fieldOf(finding);
  const text = String(said ?? '');
  if (isPointer || /^#?\//.test(shown) || /JSON[ -]?Pointer/i.test(text))
    return `${shown.startsWith('#') || /fragment/i.test(text) ? '#' : ''}${joinPointer('', ...path)}`;
  const isPath = /\w[.[]/.test(shown) || /\b(?:path|dot(?:s|ted)?|nested)\b/i.test(text);
  if (!isPath) return fieldOf(finding);
  const isDotted = /\.\d/.test(shown);
  return path.reduce(
    (before, name) => {
      if (/^\d+$/.test(name) && !isDotted) return `${before}[${name}]`;
      return before === '' ? name : `${before}.${name}`;
    },
    /^\$/.test(shown) ? '$' : '',
  );
}

/** The name of the member or parameter that a finding is about. */
export function fieldOf({ pointer }: Finding): string {
  return parsePointer(pointer).at(-1) ?? 'body';
}
