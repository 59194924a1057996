import {
  type ApiPlan,
  isSameSchema,
  lastSegment,
  normalizeName,
  type Resource,
  remember,
  toSingular,
} from '@understudy/model';

/** A member that names a record of another collection. */
interface Reference {
  readonly resource: Resource;
  readonly isWhole: boolean;
}

const suffix = /(?:ids?|keys?|sids?|uuids?|guids?|slugs?|numbers?|codes?|refs?|names?)$/;
/** Members that name people by what they do. */
const doers =
  /^(?:owner|author|creator|createdby|updatedby|modifiedby|assignee|assignedto|reporter|manager|reviewer|approver|sender|recipient|requester|submitter|uploader|member|user|actor|invitedby|performedby|person)$/;
const people = ['user', 'person', 'people', 'member', 'employee', 'contact', 'agent', 'profile', 'account'];

const known = new WeakMap<object, Map<string, Reference | undefined>>();

/** Returns the record that a member refers to by its name or schema. Returns undefined if there is none. */
export function resolveMemberReference(
  plan: ApiPlan,
  own: Resource,
  name: string,
  property: unknown,
): Reference | undefined {
  const ofProperty = remember(known, Object(property), () => new Map<string, Reference | undefined>());
  return remember(ofProperty, `${own.shape} ${name}`, () => findReference(plan, own, name, property));
}

/** The members of a resource that name records of other collections, by their names and schemas. */
export function listSchemaReferences(
  plan: ApiPlan,
  own: Resource,
): readonly (Reference & { readonly name: string; readonly isList: boolean })[] {
  return [...plan.schemas.chosen(own.schema).properties].flatMap(([name, property]) => {
    const found = name === own.key ? undefined : resolveMemberReference(plan, own, name, property);
    if (found === undefined) return [];
    return [{ ...found, name, isList: plan.schemas.chosen(property).types.includes('array') }];
  });
}

function findReference(plan: ApiPlan, own: Resource, name: string, property: unknown): Reference | undefined {
  const { schemas } = plan;
  const flat = schemas.chosen(property);
  const { keywords, properties, types } = flat;
  if (keywords['const'] !== undefined || Array.isArray(keywords['enum'])) return undefined;
  const roots = [...plan.resources.values()].filter(
    (each) => !each.single && each.key !== undefined && isReachable(own, each),
  );
  if (properties.size > 0) {
    const whole = roots.find(
      (each) => each !== own && each.parents === 0 && isSameSchema(schemas, each.schema, property),
    );
    return whole === undefined ? undefined : { resource: whole, isWhole: true };
  }
  const plain = normalizeName(name);
  const isArray = types.includes('array');
  const items = isArray ? schemas.chosen(flat.items) : flat;
  const isNumber = items.types.some((type) => type === 'integer' || type === 'number');
  if (!isNumber && !items.types.includes('string')) return undefined;
  const stem = plain.replace(suffix, '');
  const resource =
    roots.find((each) => wordOf(each) === (stem === plain ? toSingular(plain) : stem)) ?? personOf(roots, stem);
  if (resource === undefined || stem === '' || ['string', 'number'].every((kind) => (kind === 'number') !== isNumber))
    return undefined;
  const key = schemas.chosen(resource.keySchema).types;
  const isKeyNumber = key.some((type) => type === 'integer' || type === 'number') && !key.includes('string');
  if (isKeyNumber !== isNumber) return undefined;
  // Without `Id`, a text can be anything.
  const isNamed = stem !== plain && !/(?:name|number|code)s?$/.test(plain);
  const keyName = normalizeName(resource.key ?? '');
  const isByKey = stem !== plain && plain.endsWith(keyName);
  const alternatives = schemas.flat(isArray ? flat.items : property).alternatives;
  const isExpanded = alternatives.some((each) => schemas.chosen(each).properties.size > 0);
  const isDescribed = /\b(?:id|identifier|key|reference)\b/i.test(String(keywords['description'] ?? '').slice(0, 200));
  return isNamed || isByKey || isExpanded || isDescribed ? { resource, isWhole: false } : undefined;
}

function personOf(resources: readonly Resource[], stem: string): Resource | undefined {
  return doers.test(stem) ? resources.find((each) => people.includes(wordOf(each))) : undefined;
}

function wordOf({ shape }: Resource): string {
  return normalizeName(toSingular(lastSegment(shape)));
}

/** True if the keys of the parents of one resource are those of another: the root, or the same path above both. */
function isReachable(own: Resource, other: Resource): boolean {
  if (other.parents === 0) return true;
  const path = other.shape.slice(0, other.shape.lastIndexOf('{}') + 2);
  return other.parents <= own.parents && own.shape.startsWith(path);
}
