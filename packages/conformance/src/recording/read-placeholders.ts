/**
 * Reads the values of the placeholders in a recorded text from the text that is sent now. Returns `undefined` if the
 * texts differ elsewhere.
 */
export function readPlaceholders(recorded: string, sent: string): Map<string, string> | undefined {
  if (recorded === sent) return new Map();
  const parts = recorded.split(/(redacted-\d+)/);
  const pattern = parts.map((part, index) =>
    index % 2 === 1 ? '([^"&\\s]*?)' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  const match = new RegExp(`^${pattern.join('')}$`, 's').exec(sent);
  if (match === null) return undefined;
  const meant = new Map<string, string>();
  for (const [index, name] of parts.filter((_part, place) => place % 2 === 1).entries()) {
    const value = match[index + 1] ?? '';
    if (meant.has(name) && meant.get(name) !== value) return undefined;
    meant.set(name, value);
  }
  return meant;
}
