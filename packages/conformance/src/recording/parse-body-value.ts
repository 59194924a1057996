import { checkSize, parseJson } from '@understudy/contract';

/** Maximum size of a body that is parsed into values. */
const bodyLimits = { members: 20_000, values: 50_000 };

/** Parses a JSON body, and returns any other or larger body as text. Variables can make JSON invalid. */
export function parseBodyValue(text: string): unknown {
  try {
    const value: unknown = /^\s*[[{"\d]/.test(text) ? parseJson(text) : text;
    return checkSize(value, bodyLimits) === undefined ? value : text;
  } catch {
    return text;
  }
}
