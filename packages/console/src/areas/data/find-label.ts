/** Members that name a record for people. */
const labelMembers = ['name', 'title', 'label', 'displayName', 'number', 'email'];

/** Finds the text that names a record, such as its title. */
export function findLabel(value: unknown): string | undefined {
  const texts = labelMembers.map((name): unknown => Object(value)[name]);
  return texts.find((text) => typeof text === 'string' && text !== '') as string | undefined;
}
