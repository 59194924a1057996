/** Returns whether the key belongs to a field or dialog, or to the browser. */
export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLElement && target.closest('input, select, textarea, dialog') !== null;
  return isField || ctrlKey || metaKey || altKey;
}
