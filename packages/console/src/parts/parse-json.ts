/** Parses JSON; any other text stays a text. */
export function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws Error with the name of a text that is not JSON */
export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} must be JSON`);
  }
}
