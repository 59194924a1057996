/** Returns whether to use colours: only on a terminal, and never if `NO_COLOR` is set (no-color.org). */
export function shouldUseColor(
  stream: { isTTY?: boolean | undefined },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && (environment['NO_COLOR'] ?? '') === '';
}
