/** A name in lower case with hyphens: `listPetsById` is `list-pets-by-id`; `operation` where no letter or digit is in it. */
export function kebabCase(name: string): string {
  return (
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'operation'
  );
}
