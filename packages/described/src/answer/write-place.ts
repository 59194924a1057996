import { type Finding, joinPointer, parsePointer } from '@understudy/contract';
import type { ErrorName } from '@understudy/model';

/** How a description writes the place of an error. */
interface PlaceForm {
  /** How the member writes the place, by the model. */
  readonly form: ErrorName['writes'];
  /** A place in an example. */
  readonly shown: string | undefined;
}

/**
 * Writes the place that a finding is about in the form of a description: the name of the member, its path as in
 * `items[0].quantity`, or a JSON Pointer into the body. A parameter has its name.
 */
export function writePlace(finding: Finding, { form, shown = '' }: PlaceForm): string {
  const [part, ...path] = parsePointer(finding.pointer);
  if (part !== 'body' || path.length === 0) return fieldOf(finding);
  if (form === 'pointer' || form === 'fragment' || /^#?\//.test(shown))
    return `${shown.startsWith('#') || form === 'fragment' ? '#' : ''}${joinPointer('', ...path)}`;
  if (form !== 'path' && !/\w[.[]/.test(shown)) return fieldOf(finding);
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
