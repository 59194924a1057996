/**
 * Converts a name to lower case with hyphens: `listPetsById` to `list-pets-by-id`. Returns `operation` for a name
 * without letters and digits.
 */
export function toKebabCase(name: string): string {
  return (
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'operation'
  );
}
