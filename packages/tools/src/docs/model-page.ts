/** A part of the JSON Schema of the behavior model. */
interface Part {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Part;
  readonly items?: Part;
  readonly oneOf?: readonly Part[];
}

export interface ModelSchema extends Part {
  readonly $defs: Readonly<Record<string, Part>>;
}

/**
 * Writes the reference page of the behavior model: a section for each kind of statement, with all its members.
 *
 * @param examples examples of members, such as those from `findMemberExamples`
 * @throws Error for a member without a description or an example
 */
export function createModelPage(
  { description = '', $defs }: ModelSchema,
  examples: ReadonlyMap<string, string>,
): string {
  const sections = Object.entries($defs).map(([name, part]) => sectionOf(name, part, { defs: $defs, examples }));
  return `# Reference of the behavior model

${description} [The behavior model](/concepts/behavior-model) explains the idea. \`understudy generate schema model\` prints the
JSON Schema from which this page is made.

${sections.join('\n')}`;
}

/** The parts of the schema, and an example of each member. */
interface Known {
  readonly defs: ModelSchema['$defs'];
  readonly examples: ReadonlyMap<string, string>;
}

function sectionOf(name: string, part: Part, known: Known): string {
  const { description = '', examples = [] } = part;
  const shown = examples.map((each) => `\nExample: \`${typeof each === 'string' ? each : JSON.stringify(each)}\`\n`);
  const rows = rowsOf(name, part, known);
  const table =
    rows.length === 0 ? '' : `\n| member | type | meaning | example |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  const kind = rows.length > 0 || part.type === 'object' ? '' : ` It is ${typeOf(part)}.`;
  return `## ${name}\n\n${toText(description)}${kind}\n${shown.join('')}${table}`;
}

function rowsOf(name: string, part: Part, known: Known, prefix = ''): string[] {
  const { defs, examples } = known;
  const parts = [part, ...(part.oneOf ?? [])];
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([member, inner]) => {
      const meaning = inner.description ?? defs[nameOf(inner)]?.description;
      if (meaning === undefined) throw new Error(`model.schema.yaml: ${name}.${prefix}${member} has no description`);
      const must = required.includes(member) ? ' Required.' : '';
      const example = examples.get(`${name}.${prefix}${member}`);
      if (example === undefined) throw new Error(`model.examples.yaml: ${name}.${prefix}${member} has no example`);
      const row = `| \`${prefix}${member}\` | ${toText(typeOf(inner))} | ${toText(meaning + must)} | \`${toText(example)}\` |`;
      const item = inner.items?.properties === undefined ? inner : inner.items;
      return [row, ...rowsOf(name, item, known, `${prefix}${member}${item === inner ? '' : '[]'}.`)];
    }),
  );
}

function typeOf(part: Part): string {
  const { type, enum: values, const: only, items, oneOf, additionalProperties: others } = part;
  const target = nameOf(part);
  if (target !== '') return `[${target}](#${target.toLowerCase()})`;
  if (values !== undefined) return values.map((each) => `\`${String(each)}\``).join(', ');
  if (only !== undefined) return `\`${String(only)}\``;
  if (oneOf !== undefined) return oneOf.map(typeOf).join(' or ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (typeof others === 'object') return `map of ${typeOf(others)}`;
  return type === undefined ? 'anything' : [type].flat().join(' or ');
}

function nameOf({ $ref = '' }: Part): string {
  return $ref.replace('#/$defs/', '');
}

/** Converts a string to the text of a table cell. */
function toText(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('{{', '&#123;&#123;').replaceAll('\n', ' ');
}
