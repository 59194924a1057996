import {
  findNamed,
  listPathParameters,
  normalizeName,
  type OperationPlan,
  type ParameterCopy,
  type Resource,
  type SchemaReader,
  toSingular,
} from '@understudy/model';
import { idMembers, keyEndings, labelHolders } from '../words/record-names.js';
import type { OperationIntent } from './intent.js';
import type { SurveyedOperation } from './survey.js';

/** Plans which members repeat a parameter of the path: of a new record, or the id of an answer without a stored one. */
export function planCopies(
  schemas: SchemaReader,
  { operation, answers }: SurveyedOperation,
  { does, resource }: OperationIntent,
): readonly ParameterCopy[] | undefined {
  if (does === 'create' || does === 'replace') return copiesOfRecord(schemas, operation, resource);
  const owner = findIdOwner(schemas, resource?.single === true ? resource.schema : answers, operation.path);
  return owner === undefined ? undefined : [{ parameter: owner, member: 'id' }];
}

/** `account_sid` for `{AccountSid}`, `metadata.namespace` for `{namespace}`. */
function copiesOfRecord(
  schemas: SchemaReader,
  { path }: OperationPlan['operation'],
  resource: Resource | undefined,
): ParameterCopy[] {
  const { properties } = schemas.chosen(resource?.schema);
  // A new record has a key of its own.
  const names = [...properties.keys()].filter((name) => name !== resource?.key);
  const parameters = listPathParameters(path);
  const copies = parameters.flatMap((parameter): ParameterCopy[] => {
    const plain = normalizeName(parameter);
    const [before = '', after] = path.split(`/{${parameter}}`);
    const last = before.slice(before.lastIndexOf('/') + 1);
    const word = after === undefined || /[{}]/.test(last) ? '' : last;
    const bare = plain.replace(keyEndings, '');
    const owner = normalizeName(toSingular(word));
    const name = findNamed(names, [plain, `${plain}id`, `${owner}${plain}`, ...(bare === '' ? [] : [bare])]);
    if (name === undefined) return [];
    const { properties: inside, types } = schemas.chosen(properties.get(name));
    if (inside.size === 0) return [{ parameter, member: name }];
    const id = [...inside.keys()].find((each) => idMembers.has(each.toLowerCase()));
    return id !== undefined && types.includes('object') ? [{ parameter, member: `${name}.${id}` }] : [];
  });
  const holder = findNamed(names, labelHolders);
  if (holder === undefined) return copies;
  const within = schemas.chosen(properties.get(holder)).properties;
  const shared = parameters.filter((name) => within.has(name));
  return [...copies, ...shared.map((parameter) => ({ parameter, member: `${holder}.${parameter}` }))];
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
