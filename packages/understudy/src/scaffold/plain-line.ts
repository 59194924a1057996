/** A text from a description for a comment or table cell: one line, without comment ends and tags. */
export function toPlainLine(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N} .,:;!?()'"%&+={}_~$/-]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
