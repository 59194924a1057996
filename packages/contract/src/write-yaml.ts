/** Formats a value as YAML 1.2 without aliases. The writer is loaded on first use. @param value JSON */
export async function writeYaml(value: unknown): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 120 });
}

/** Loads a function that formats a value as YAML 1.2 on one line, as far as its texts permit. */
export async function loadYamlLineWriter(): Promise<(value: unknown) => string> {
  const { stringify } = await import('yaml');
  return (value) => stringify(value, { collectionStyle: 'flow', lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
}
