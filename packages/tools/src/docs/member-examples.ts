import { stringify } from 'yaml';

/** A part of the JSON Schema of the behavior model. */
interface Part {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: boolean | Part;
  readonly items?: Part;
  readonly oneOf?: readonly Part[];
}

/** Maximum number of characters of an example. */
const longest = 110;

/** Finds an example of each member of the model schema: the first model line that contains the member. */
export function findMemberExamples(
  schema: Part & { readonly $defs: Readonly<Record<string, Part>> },
  models: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (name: string, part: Part, value: unknown, prefix = ''): void => {
    const target = part.$ref?.replace('#/$defs/', '');
    const own = target === undefined ? undefined : schema.$defs[target];
    if (target !== undefined && own !== undefined) {
      visit(target, own, value);
      return;
    }
    for (const each of part.oneOf ?? []) visit(name, each, value, prefix);
    if (Array.isArray(value)) {
      if (part.items !== undefined)
        for (const item of value) visit(name, part.items, item, `${prefix.slice(0, -1)}[].`);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [member, inner] of Object.entries(value)) {
      const described = part.properties?.[member];
      const { additionalProperties: others } = part;
      if (described === undefined && typeof others === 'object') visit(name, others, inner, prefix);
      if (described === undefined) continue;
      const place = `${name}.${prefix}${member}`;
      if (!found.has(place)) found.set(place, inline({ [member]: inner }));
      visit(name, described, inner, `${prefix}${member}.`);
    }
  };
  for (const model of Object.values(models)) visit('BehaviorModel', { $ref: '#/$defs/BehaviorModel' }, model);
  return found;
}

/** Formats a member on one line, truncated if it is long. */
function inline(value: unknown): string {
  const text = stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  const bare = text.startsWith('{') ? text.slice(1, -1).trim() : text;
  return bare.length > longest ? `${bare.slice(0, longest)}…` : bare;
}
