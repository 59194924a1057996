/**
 * A text of a description as prose on one line, for a comment of TypeScript or YAML or a cell of Markdown: what could end
 * one, or begin a tag, is left out.
 */
export function prose(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N} .,:;!?()'"%&+={}_~$/-]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
