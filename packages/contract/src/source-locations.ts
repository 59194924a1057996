import { findJsonLine } from './find-json-line.js';
import { parsePointer } from './json-pointer.js';
import { ExactDecimal } from './numbers/exact-number.js';

/** The location of a loaded object or array with the lines of its keys. Lines start at 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly keyLines: ReadonlyMap<string, number>;
}

export const sourceLocations = new WeakMap<object, SourceLocation>();

/** JSON files by their values. Locations are found on demand. */
export const jsonFileNames = new WeakMap<object, string>();

/** Returns the file and line of `pointer` in a document, if known. */
export function locateSource(document: unknown, pointer: string): { file?: string; line?: number } {
  const jsonFile = typeof document === 'object' && document !== null ? jsonFileNames.get(document) : undefined;
  if (jsonFile !== undefined) return { file: jsonFile, line: findJsonLine(jsonFile, pointer) };
  let value = document;
  let place: { file?: string; line?: number } = {};
  for (const token of [undefined, ...parsePointer(pointer)]) {
    if (token !== undefined) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return place;
      const source = sourceLocations.get(value);
      const line = source?.keyLines.get(token);
      if (source !== undefined && line !== undefined) place = { file: source.file, line };
      value = Reflect.get(value, token);
    }
    const source = typeof value === 'object' && value !== null ? sourceLocations.get(value) : undefined;
    if (source !== undefined && place.file !== source.file) place = { file: source.file, line: source.line };
  }
  return place;
}

/** Stores the location of an object or array that was read from another format. */
export function setSource(value: object, place: SourceLocation): void {
  sourceLocations.set(value, place);
}

export function copyWithSources<T>(value: T): T;
export function copyWithSources(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactDecimal) return value;
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value)
    ? value.map((item: unknown) => copyWithSources(item))
    : Object.fromEntries(Object.entries(value).map(([key, child]: [string, unknown]) => [key, copyWithSources(child)]));
  const source = sourceLocations.get(value);
  if (source !== undefined) sourceLocations.set(copy, source);
  const jsonFile = jsonFileNames.get(value);
  if (jsonFile !== undefined) jsonFileNames.set(copy, jsonFile);
  return copy;
}
