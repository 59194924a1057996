const codes =
  /\((?:code:? )?`([A-Za-z][\w.-]{1,60})`\)|\b(?:error )?code(?: is|:)? `([A-Za-z][\w.-]{1,60})`|^`([A-Za-z][\w.-]{1,60})`\s?[:-]/gi;

/** The error code that a sentence names in code style: `(code `not_found`)`. With several, the first after `from`. */
export function errorCodeIn(sentence: string, from = 0): string | undefined {
  const found = [...sentence.matchAll(codes)].map((match) => ({
    code: match[1] ?? match[2] ?? match[3],
    index: match.index,
  }));
  return (found.find(({ index }) => index >= from) ?? found.at(-1))?.code;
}
