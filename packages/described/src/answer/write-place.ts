import { type Finding, joinPointer, parsePointer } from '@understudy/contract';
import type { ErrorName } from '@understudy/model';

/** The format in which a description writes the location of an error. */
interface PlaceForm {
  /** The format that the model states for the member. */
  readonly form: ErrorName['writes'];
  /** A location from an example. */
  readonly shown: string | undefined;
}

/**
 * Writes the location of a finding in the described format: the name of the member, a path such as `items[0].quantity`,
 * or a JSON Pointer into the body. For a parameter, writes its name.
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

/** The name of the member or parameter in which a finding was made. */
export function fieldOf({ pointer }: Finding): string {
  return parsePointer(pointer).at(-1) ?? 'body';
}
