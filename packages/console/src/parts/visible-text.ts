/** A text with its direction marks as escapes of JSON. A mark would show the text after it in another order. */
export function visibleText(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (mark) => {
    return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
