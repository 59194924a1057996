import {
  type FoundResource,
  findEntity,
  isRelatedSchema,
  isSameSchema,
  lastSegment,
  listPathParameters,
  toPathShape,
} from '@understudy/model';
import { purposeOf } from './purpose-of.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/** Returns whether two schemas are the same component or have the same members. */
export function isSameKind(schemas: OperationSurvey['schemas'], one: unknown, other: unknown): boolean {
  const [first, second] = [schemas.chosen(one), schemas.chosen(other)];
  if (first.names.length > 0 && second.names.length > 0) return first.names[0] === second.names[0];
  return first.properties.size > 2 && isRelatedSchema(schemas, one, other);
}

/** Returns the schema for the input of a change: its body, or its query if there is no body. */
export function takenBy(schemas: OperationSurvey['schemas'], { operation, method, takes }: SurveyedOperation): unknown {
  const query = operation.parameters.filter(({ in: place, schema }) => {
    const { types, properties } = schemas.chosen(schema);
    return place === 'query' && properties.size === 0 && !types.includes('object');
  });
  if (takes !== undefined || query.length === 0 || /GET|DELETE/.test(method)) return takes;
  return { type: 'object', properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema ?? {}])) };
}

/** The members that requests set, with their schemas. */
export function writableBy(
  { schemas }: OperationSurvey,
  operations: readonly (SurveyedOperation | undefined)[],
  word: string,
): ReadonlyMap<string, unknown> {
  return new Map(
    operations.flatMap((each) => {
      const taken = each === undefined ? undefined : takenBy(schemas, each);
      const { properties } = schemas.chosen(findEntity(schemas, taken, word)?.schema ?? taken);
      return [...properties].flatMap(([name, property]) =>
        schemas.flat(property).keywords['readOnly'] === true ? [] : [[name, property] as const],
      );
    }),
  );
}

/** Returns whether a GET only reports by its status that something exists. */
export function isPresence(operation: SurveyedOperation | undefined): boolean {
  return operation !== undefined && !operation.hasBody && operation.operation.statuses.includes('404');
}

/** Finds a resource that exists once: read and changed at the same path, or a mark that is set and removed. */
export function singleAt(survey: OperationSurvey, shape: string): FoundResource | undefined {
  const { schemas, byShape } = survey;
  const methods = byShape.get(shape);
  const read = methods?.get('GET');
  const posts = methods?.get('POST');
  const word = lastSegment(shape);
  if (read === undefined) return undefined;
  const isMark = isPresence(read) && methods?.has('PUT') === true && methods.has('DELETE');
  // A part that no response contains exists from the start.
  const isHidden = !read.hasBody && methods?.has('DELETE') === true && (methods.has('PUT') || posts !== undefined);
  const entity = findEntity(schemas, read.answers, word);
  const hasMembers = (schema: unknown) => schemas.chosen(schema).properties.size > 0;
  const kindOf = ({ answers }: SurveyedOperation) => findEntity(schemas, answers, word)?.schema ?? {};
  const isSameAnswer =
    posts?.answers !== undefined && entity !== undefined && isSameKind(schemas, kindOf(posts), entity.schema);
  const isPosted = isSameAnswer || takesWhole(survey, methods) || (posts && purposeOf(posts)) === 'update';
  const change = methods?.get('PUT') ?? methods?.get('PATCH') ?? (isPosted ? posts : undefined);
  if (!isMark && !isHidden && (change === undefined || !isChangeOf(survey, change, entity?.schema, word)))
    return undefined;
  return {
    item: undefined,
    resource: {
      name: nameOf(shape),
      shape,
      parents: listPathParameters(read.operation.path).length,
      key: undefined,
      keySchema: {},
      schema: hasMembers(entity?.schema) || change?.takes === undefined ? (entity?.schema ?? {}) : change.takes,
      kept: isMark,
      single: true,
      writable: writableBy(survey, [change, posts], word),
    },
  };
}

/**
 * Returns whether a POST accepts everything that the GET at its path returns, including the list. It then changes
 * settings.
 */
export function takesWhole(
  { schemas }: OperationSurvey,
  methods: ReadonlyMap<string, SurveyedOperation> | undefined,
): boolean {
  const [shown, taken] = [methods?.get('GET')?.answers, methods?.get('POST')?.takes];
  return schemas.chosen(shown).properties.size > 0 && isSameSchema(schemas, shown, taken);
}

/**
 * Returns whether a request changes the resource that the GET at its path returns, judging by its response or its
 * members.
 */
function isChangeOf({ schemas }: OperationSurvey, { answers, takes }: SurveyedOperation, shown: unknown, word: string) {
  const hasMembers = (schema: unknown) => schemas.chosen(schema).properties.size > 0;
  const taken = findEntity(schemas, takes, word)?.schema ?? takes;
  if (!hasMembers(shown)) return schemas.chosen(shown).types.every((type) => type === 'object') && hasMembers(taken);
  const answered = findEntity(schemas, answers, word)?.schema ?? {};
  if (answers === undefined || isRelatedSchema(schemas, answered, shown)) return true;
  return hasMembers(taken) && isRelatedSchema(schemas, taken, shown);
}

/** Names a resource after the words in its path. */
export function nameOf(shape: string): string {
  const words = toPathShape(shape)
    .split('/')
    .filter((segment) => segment !== '' && !segment.includes('{'));
  return words.length === 0 ? 'items' : words.join('.');
}
