import {
  findNamed,
  listPathParameters,
  normalizeName,
  type OperationPlan,
  type ParameterCopy,
  parentPath,
  type Resource,
  type SchemaReader,
  toSingular,
} from '@understudy/model';
import { bareIds, keyEndings, labelHolders } from '../words/record-names.js';
import type { OperationIntent } from './intent.js';
import type { SurveyedOperation } from './survey.js';

/** Plans which members repeat a path parameter: in a new record, or as the id in a response that is not stored. */
export function planCopies(
  schemas: SchemaReader,
  { operation, answers, shape }: SurveyedOperation,
  { does, resource, effects }: OperationIntent,
  byItem: ReadonlyMap<string, Resource>,
): readonly ParameterCopy[] | undefined {
  const isOfOwnKind = resource !== undefined && byItem.get(parentPath(shape)) === resource;
  if (does === 'create' || does === 'replace')
    return copiesOfRecord(schemas, operation, resource, { isOfOwnKind, isCopy: effects !== undefined });
  const owner = findIdOwner(schemas, resource?.single === true ? resource.schema : answers, operation.path);
  return owner === undefined ? undefined : [{ parameter: owner, member: 'id' }];
}

/** Finds `account_sid` for `{AccountSid}`, and `metadata.namespace` for `{namespace}`. */
function copiesOfRecord(
  schemas: SchemaReader,
  { path }: OperationPlan['operation'],
  resource: Resource | undefined,
  { isOfOwnKind, isCopy }: { readonly isOfOwnKind: boolean; readonly isCopy: boolean },
): ParameterCopy[] {
  const { properties } = schemas.chosen(resource?.schema);
  // A new record has its own key.
  const names = [...properties.keys()].filter((name) => name !== resource?.key);
  const parameters = listPathParameters(path);
  const copies = parameters.flatMap((parameter): ParameterCopy[] => {
    const plain = normalizeName(parameter);
    const [before = '', after] = path.split(`/{${parameter}}`);
    const last = before.slice(before.lastIndexOf('/') + 1);
    const word = after === undefined || /[{}]/.test(last) ? '' : last;
    const bare = plain.replace(keyEndings, '');
    const owner = normalizeName(toSingular(word));
    const isAbove = after?.includes('/') === true;
    const isOwner = isAbove && owner !== '' && !isOfOwnKind && plain.endsWith('id');
    const name =
      findNamed(names, [plain, `${plain}id`, `${owner}${plain}`, ...(bare === '' ? [] : [bare])]) ??
      (isOwner ? findNamed(names, [owner, `${owner}id`]) : undefined) ??
      (isAbove && !after.includes('{') && !isCopy ? generalReference() : undefined);
    if (name === undefined) return [];
    const { properties: inside, types } = schemas.chosen(properties.get(name));
    if (inside.size === 0) return [{ parameter, member: name }];
    const id = [...inside.keys()].find((each) => bareIds.has(each.toLowerCase()));
    return id !== undefined && types.includes('object') ? [{ parameter, member: `${name}.${id}` }] : [];
  });
  const holder = findNamed(names, labelHolders);
  if (holder === undefined) return copies;
  const within = schemas.chosen(properties.get(holder)).properties;
  const shared = parameters.filter((name) => within.has(name));
  return [...copies, ...shared.map((parameter) => ({ parameter, member: `${holder}.${parameter}` }))];

  /** Returns a general reference to the parent that requests do not set: `parent`, or `resource_id` with its type. */
  function generalReference(): string | undefined {
    if (isOfOwnKind) return findNamed(names, ['parent', 'parentid']);
    const isFree = (name: string) =>
      resource?.writable.has(name) !== true && schemas.chosen(properties.get(name)).properties.size === 0;
    const typed = names.find((name) => {
      const [, kind] = /^(.+?)_?id$/i.exec(name) ?? [];
      return kind !== undefined && isFree(name) && findNamed(names, [`${normalizeName(kind)}type`]) !== undefined;
    });
    return findNamed(names.filter(isFree), ['parent', 'parentid']) ?? typed;
  }
}

/** Finds the path parameter whose description identifies it as the `id` of a response, such as "ID of the page". */
function findIdOwner(schemas: SchemaReader, schema: unknown, path: string): string | undefined {
  const { description } = schemas.chosen(schemas.member(schema, 'id')).keywords;
  if (description === undefined) return undefined;
  return listPathParameters(path).find((name) => {
    const word = /^\w+(?=_id$|Id$)/.exec(name)?.[0];
    return word !== undefined && new RegExp(`\\bid (?:of|for) (?:the|an?) ${word}\\b`, 'i').test(String(description));
  });
}
