/** Formats a value as YAML 1.2 without aliases. The writer is loaded on first use. @param value JSON */
export async function writeYaml(value: unknown): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 120 });
}
