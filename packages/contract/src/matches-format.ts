import { fullFormats } from 'ajv-formats/dist/formats.js';

const formats: ReadonlyMap<string, unknown> = new Map(Object.entries(fullFormats));

/** The patterns of long texts cost too much. */
const maxLength = 5000;

/** Returns whether a text has a format of JSON Schema. Every text matches an unknown format. */
export function matchesFormat(name: string, text: string): boolean {
  const format = text.length > maxLength ? undefined : formats.get(name);
  const check: unknown = typeof format === 'object' && format && 'validate' in format ? format.validate : format;
  if (check instanceof RegExp) return check.test(text);
  return typeof check !== 'function' || check(text) !== false;
}
