import { lastSegment, parentPath, type Resource, splitWords, toSingular } from '@understudy/model';
import { fileTypes } from '../words/file-members.js';
import { decidingVerbs, pendingThings } from '../words/purposes.js';
import { isVerb, joiningVerbs, listUndoneVerbs } from '../words/verbs.js';
import { isQuestion, purposeOf } from './purpose-of.js';
import { isSameKind } from './single-at.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/**
 * True if a decision removes a record from a pending list that has no reads of single records: `POST
 * /join_requests/{id}/reject`.
 */
export function leavesList({ byShape }: OperationSurvey, { shape, single }: Resource, action: string): boolean {
  const isPending = pendingThings.has(toSingular(splitWords(lastSegment(shape)).at(-1) ?? ''));
  const isListed = byShape.get(shape)?.has('GET') === true && byShape.get(`${shape}/{}`)?.has('GET') !== true;
  return isPending && isListed && !single && decidingVerbs.has(action);
}

/** Returns the members that an action clears because the action that it undoes sets them: `assign` and `unassign`. */
export function clearedBy(
  { schemas, byShape }: OperationSurvey,
  { shape, method, takes }: SurveyedOperation,
  { schema }: Resource,
): Record<string, '=null'> {
  const [verb = '', ...rest] = splitWords(lastSegment(shape));
  const above = parentPath(shape);
  const undone = (method === 'POST' ? listUndoneVerbs(verb) : [])
    .filter((each) => joiningVerbs.has(each))
    .map((each) => [each, ...rest].join('_'));
  if (undone.length === 0) return {};
  const taken = [...byShape].flatMap(([other, methods]) => {
    const isUndone = parentPath(other) === above && undone.includes(splitWords(lastSegment(other)).join('_'));
    return isUndone ? [...schemas.chosen(methods.get('POST')?.takes).properties.keys()] : [];
  });
  const { properties, required } = schemas.chosen(schema);
  const isFree = (name: string) => !required.has(name) || schemas.chosen(properties.get(name)).nullable;
  const isScalar = (name: string) => !/array|boolean/.test(schemas.chosen(properties.get(name)).types.join());
  const own = schemas.chosen(takes).properties;
  const cleared = taken.filter((name) => properties.has(name) && !own.has(name) && isFree(name) && isScalar(name));
  return Object.fromEntries(cleared.map((name) => [name, '=null']));
}

/** True if most members of a request are members of the record in its path, or of one nested object. */
export function takesOwn({ schemas }: OperationSurvey, each: SurveyedOperation, { schema }: Resource): boolean {
  const [verb = ''] = splitWords(lastSegment(each.shape));
  const { properties } = schemas.chosen(schema);
  const isChange = each.method !== 'POST' || isVerb(verb) || listShownParts(schemas, each, properties).length > 0;
  const taken = [...schemas.chosen(each.takes).properties.keys()];
  const inside = [...properties.values()].map((property) => schemas.chosen(property).properties);
  const own = taken.filter((name) => properties.has(name) || inside.filter((each) => each.has(name)).length === 1);
  return (
    isChange &&
    own.length > 0 &&
    own.length * 2 >= taken.length &&
    !/^(?:create|ask|list|read)$/.test(purposeOf(each) ?? '')
  );
}

/** Lists the members of a record that a response repeats: `nav` after `POST /ships/{id}/navigate`. */
export function listShownParts(
  schemas: OperationSurvey['schemas'],
  { answers }: SurveyedOperation,
  properties: ReadonlyMap<string, unknown>,
): string[] {
  const members = schemas.chosen(answers).properties;
  const shown = [members, ...[...members.values()].map((inner) => schemas.chosen(inner).properties)];
  const isPart = (name: string, part: unknown) =>
    properties.has(name) && isSameKind(schemas, part, properties.get(name));
  return shown.flatMap((each) => [...each].flatMap(([name, part]) => (isPart(name, part) ? [name] : [])));
}

/**
 * True if an operation acts on the record in its path: its path ends in a verb, it uploads a file, its response
 * contains parts of the record, or its summary says so: "Report an item".
 */
export function actsOnOwner(
  survey: OperationSurvey,
  each: SurveyedOperation,
  { shape: own, schema }: Resource,
): boolean {
  const { node, operation, shape, method, takes, answers } = each;
  const { schemas, byShape } = survey;
  const [verb = ''] = splitWords(lastSegment(shape));
  const purpose = purposeOf(each);
  const isBelow = parentPath(shape) === `${own}/{}` && byShape.get(shape)?.has('GET') !== true;
  // Sending something again changes nothing.
  const isAct = verb !== 'resend' && (purpose === 'act' || (purpose === undefined && takes === undefined));
  if (isBelow && isVerb(verb) && isAct) return true;
  // Without request and response bodies, the operation adds or removes a part: `POST /records/{id}/attachment`.
  const isPart =
    method !== 'PATCH' && takes === undefined && answers === undefined && !splitWords(lastSegment(shape)).some(isVerb);
  if (isBelow && isPart && !isQuestion(each)) return true;
  if (method === 'DELETE' || isQuestion(each)) return false;
  const types = Object.keys(operation.requestBody?.content ?? {});
  if (types.length > 0 && types.every((type) => fileTypes.test(type))) return true;
  if (method !== 'POST') return false;
  const { properties } = schemas.chosen(schema);
  const hasMembers = (name: string) => schemas.chosen(properties.get(name)).properties.size > 0;
  if (purpose !== 'create' && listShownParts(schemas, each, properties).some(hasMembers)) return true;
  const [first = '', ...rest] = splitWords(String(node['summary'] ?? ''));
  const thing = toSingular(lastSegment(own));
  const isNamed = rest.length === 2 && /^(?:an?|the)$/.test(rest[0] ?? '') && rest[1] === thing;
  return isNamed && first === verb && splitWords(operation.operationId)[0] === verb;
}
