import { isSameSchema, lastSegment, type Resource, splitWords, toSingular } from '@understudy/model';
import { decidingVerbs, pendingThings } from '../words/purposes.js';
import { isVerb } from '../words/verbs.js';
import { purposeOf } from './purpose-of.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/** True if a decision ends something that only a list shows, and that has no state: `POST /join_requests/{id}/reject`. */
export function leavesList({ byShape }: OperationSurvey, { shape, single }: Resource, action: string): boolean {
  const isPending = pendingThings.has(toSingular(splitWords(lastSegment(shape)).at(-1) ?? ''));
  const isListed = byShape.get(shape)?.has('GET') === true && byShape.get(`${shape}/{}`)?.has('GET') !== true;
  return isPending && isListed && !single && decidingVerbs.has(action);
}

/** True if most members of a request are those of the thing of its path, or of one object in it. */
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

/** The members of a thing that a response shows as the thing does: `nav` after `POST /ships/{id}/navigate`. */
export function listShownParts(
  schemas: OperationSurvey['schemas'],
  { answers }: SurveyedOperation,
  properties: ReadonlyMap<string, unknown>,
): string[] {
  const members = schemas.chosen(answers).properties;
  const shown = [members, ...[...members.values()].map((inner) => schemas.chosen(inner).properties)];
  const isPart = (name: string, part: unknown) => isSameSchema(schemas, part, properties.get(name));
  return shown.flatMap((each) => [...each].flatMap(([name, part]) => (isPart(name, part) ? [name] : [])));
}

/** True if a summary says that an operation does something to the thing of its path: "Report an item". */
export function actsOnOwner({ node, operation, shape, method }: SurveyedOperation, { shape: own }: Resource): boolean {
  if (method !== 'POST') return false;
  const [verb = ''] = splitWords(lastSegment(shape));
  const [first = '', ...rest] = splitWords(String(node['summary'] ?? ''));
  const thing = toSingular(lastSegment(own));
  const isNamed = rest.length === 2 && /^(?:an?|the)$/.test(rest[0] ?? '') && rest[1] === thing;
  return isNamed && first === verb && splitWords(operation.operationId)[0] === verb;
}
