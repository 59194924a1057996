import { redactText } from '../journal/redact.js';

/** A path and its query as an event tells them. */
export const shownPath = (path: string): string => shown(path, 2000);

/** Why something failed as an event tells it; nothing of nothing. */
export const shownReason = <Text extends string | undefined>(reason: Text): Text | string =>
  reason === undefined ? reason : shown(reason, 1000);

/** Without secrets, and not longer than anyone reads. */
function shown(text: string, longest: number): string {
  const redacted = redactText(text.length > 2 * longest ? text.slice(0, 2 * longest) : text);
  return redacted.length > longest ? `${redacted.slice(0, longest)}…` : redacted;
}
