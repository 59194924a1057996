/** Characters that an agent is given of one text. */
const most = 20_000;

/** A text that is not too long to be read; the end says how much is missing. */
export function cutText(text: string): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters in all)`;
}
