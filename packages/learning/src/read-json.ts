import { parseJson } from '@understudy/contract';

/** Reads a text that can be JSON: an object or a list. Returns undefined for other texts. */
export function readJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
