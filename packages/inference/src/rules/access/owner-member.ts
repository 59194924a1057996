import { normalizeName, type OperationPlan, type Resource, splitWords } from '@understudy/model';
import { dot } from '../../prose/vocabulary.js';
import { keyWords } from '../../words/generic-members.js';
import type { Knowledge } from '../rule.js';
import { findSignIn } from './find-sign-in.js';

/** The member of a record with its owner, and the value of the caller in it. */
export interface OwnerMember {
  readonly member: string;
  readonly caller: string;
  /** The word for the owner, such as `organizer`. */
  readonly noun: string;
  /** True if the server sets it, by its name. */
  readonly isByName: boolean;
}

const ownerNames =
  /^(?:owner|creator|author|organi[sz]er|host|submitter|requester|reporter|(?:created|booked|placed|opened|submitted|uploaded) by)$/;
const saysCreator = /\bwho (?:has )?(?:created|made|booked|opened|placed|submitted|wrote)\b/i;

/** The only member of a record that names the user who created it. */
export function ownerOf(known: Knowledge, resource: Resource | undefined, users: Resource): OwnerMember | undefined {
  const {
    model,
    plan: { schemas },
  } = known;
  if (resource === undefined || resource === users) return undefined;
  const key = users.key ?? 'id';
  const { required, properties } = schemas.chosen(resource.schema);
  const references = Object.entries(model.resources?.[resource.name]?.members ?? {}).filter(
    ([path, { refersTo }]) => refersTo === users.name && !path.includes('.'),
  );
  const always = references.filter(
    ([path]) => required.has(path) && !schemas.flat(schemas.member(resource.schema, path)).nullable,
  );
  const [referring, more] = always.length > 0 ? always : references;
  if (referring !== undefined && more === undefined)
    return { member: referring[0], caller: `caller.${key}`, noun: stemOf(referring[0]), isByName: false };
  const [named, another] = [...properties].flatMap(([name, property]): OwnerMember[] => {
    const { keywords, types } = schemas.chosen(property);
    const says = String(keywords['description'] ?? '');
    const isNamed = ownerNames.test(stemOf(name)) || (splitWords(name).length === 1 && saysCreator.test(says));
    if (!isNamed || !types.includes('string') || resource.writable.has(name) || !/^[A-Za-z_]\w*$/.test(name)) return [];
    const own = [...schemas.chosen(users.schema).properties.keys()];
    const email = own.find((each) => normalizeName(each) === 'email');
    const isAddress = keywords['format'] === 'email' || /\be-?mail\b/i.test(says);
    const isKey = keyWords.has(splitWords(name).at(-1) ?? '');
    const identity = findSignIn(known)?.member ?? model.login?.member ?? key;
    const member = isAddress && email !== undefined ? email : isKey ? key : identity;
    return [{ member: name, caller: `caller.${member}`, noun: stemOf(name), isByName: true }];
  });
  return another === undefined ? named : undefined;
}

function stemOf(name: string): string {
  const words = splitWords(name);
  return (words.length > 1 && keyWords.has(words.at(-1) ?? '') ? words.slice(0, -1) : words).join(' ');
}

/** The condition that the caller owns the record of an operation, or the record above it, and that record. */
export function ownsRecord(
  known: Knowledge,
  plan: OperationPlan,
  users: Resource,
): { readonly condition: string; readonly resource: string } | undefined {
  const own = ownerOf(known, plan.resource, users);
  if (own !== undefined && plan.resource !== undefined)
    return plan.does === 'create'
      ? undefined
      : { condition: `${dot('self', own.member)} == ${own.caller}`, resource: plan.resource.name };
  const members = known.model.resources?.[plan.resource?.name ?? '']?.members ?? {};
  const [above, another] = Object.entries(members).flatMap(([path, { refersTo }]) => {
    const target = [...known.plan.resources.values()].find(({ name }) => name === refersTo);
    const owner = path.includes('[]') ? undefined : ownerOf(known, target, users);
    if (owner === undefined || refersTo === undefined) return [];
    const place = dot(`find(${JSON.stringify(refersTo)}, ${dot('self', path)})`, owner.member);
    return [{ condition: `${place} == ${owner.caller}`, resource: refersTo }];
  });
  return another === undefined ? above : undefined;
}
