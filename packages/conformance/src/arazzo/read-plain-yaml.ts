import { CORE_SCHEMA, load } from 'js-yaml';

/**
 * What js-yaml reads differently from YAML 1.2, or what must be watched over while it is read: anchors and aliases, tags and
 * directives, further documents, numbers with underscores, in base 2 and without a digit in front.
 */
const special = /(^|[\s,[{])([&*]\w|![\w<!])|^(---|\.\.\.|%)|^[ \t]*\? |\d_\d|[\s,[{][-+]?(0b|\.\d)|<<:/m;

/**
 * Reads YAML that has nothing special in it, eight times as fast as the reader that knows the place of everything.
 *
 * @returns undefined for anything else, and for what is not YAML: the other reader is to judge it
 */
export function readPlainYaml(text: string): { value: unknown } | undefined {
  if (special.test(text)) return undefined;
  try {
    return { value: load(text, { schema: CORE_SCHEMA }) ?? null };
  } catch {
    return undefined;
  }
}
