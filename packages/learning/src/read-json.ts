import { parseJson } from '@understudy/contract';

/** Parses a text that contains a JSON object or list. Returns undefined for other texts. */
export function readJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
