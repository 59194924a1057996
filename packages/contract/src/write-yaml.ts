/**
 * A value as YAML 1.2, without aliases for what it has twice. The writer is loaded when it is first needed.
 *
 * @param value of what JSON has
 */
export async function writeYaml(value: unknown): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 120 });
}
