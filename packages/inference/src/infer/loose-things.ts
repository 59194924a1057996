import {
  type FoundResource,
  findEntity,
  findList,
  isSameSchema,
  isWrapper,
  lastSegment,
  listPathParameters,
  normalizeName,
  parentPath,
  splitWords,
  toSingular,
} from '@understudy/model';
import { purposeInPath, workedOut } from '../words/purposes.js';
import { isVerb } from '../words/verbs.js';
import { findKey } from './find-key.js';
import { findListMember } from './own-list.js';
import { isQuestion, purposeOf } from './purpose-of.js';
import { countSentMembers } from './sent-records.js';
import { isSameKind, nameOf, writableBy } from './single-at.js';
import type { OperationSurvey, SurveyedOperation } from './survey.js';

/** A resource that is only partly described: only its list, only its creation, or only an action. */
interface LooseThing {
  readonly shape: string;
  readonly operation: SurveyedOperation;
  readonly schema: unknown;
  readonly isCreated: boolean;
  /** True if a request at another path creates such records. */
  readonly isSent?: boolean;
  /** True if a GET lists the records, with or without a key. */
  readonly isListed?: boolean;
  /** The operation whose path contains the key. */
  readonly named?: SurveyedOperation;
}

/** Finds the resources without complete paths, by the shape of the path that they would have. */
export function findLooseThings(
  survey: OperationSurvey,
  found: ReadonlyMap<string, FoundResource>,
): Map<string, FoundResource> {
  const result = new Map<string, FoundResource>();
  // Nested lists come last, because they often contain records that other paths identify.
  const rank = ({ shape, method }: SurveyedOperation) => (shape.includes('{') ? (method === 'GET' ? 2 : 1) : 0);
  for (const operation of [...survey.all].sort((one, other) => rank(one) - rank(other))) {
    const made = created(survey, operation, found);
    // `POST /cards` and `POST /cards/{id}/block` refer to the same cards.
    const thing =
      actedOn(survey, operation) ??
      listed(survey, operation) ??
      (made && survey.all.map((each) => actedOn(survey, each)).find((each) => each?.shape === made.shape)) ??
      made;
    if (thing === undefined || found.has(thing.shape) || found.has(thing.shape.replace(/\/\{\}$/, ''))) continue;
    const others = [...found.values(), ...result.values()];
    const { names, properties } = survey.schemas.chosen(thing.schema);
    const isBare = thing.isCreated && thing.operation.takes === undefined && names.length === 0;
    const isOne = ({ resource: { schema } }: FoundResource) =>
      (isSameKind(survey.schemas, schema, thing.schema) &&
        !(isBare && [...properties.keys()].some((name) => !survey.schemas.chosen(schema).properties.has(name)))) ||
      (thing.isListed === true && isSameSchema(survey.schemas, schema, thing.schema));
    if (others.some(isOne)) continue;
    const resource = resourceOf(survey, thing);
    if (resource !== undefined) result.set(thing.shape, resource);
  }
  return result;
}

/** Matches `POST /fines/{id}/pay` if there is no path for one fine or for all. */
function actedOn({ schemas, byShape }: OperationSurvey, operation: SurveyedOperation): LooseThing | undefined {
  const [, shape = ''] = /^(\/[^{}]*)\/\{\}\/[^/{}]+$/.exec(operation.shape) ?? [];
  if (shape === '' || operation.method === 'GET' || byShape.has(`${shape}/{}`)) return undefined;
  const list = byShape.get(shape)?.get('GET');
  const posts = byShape.get(shape)?.get('POST');
  const schema = findEntity(schemas, operation.answers, lastSegment(shape))?.schema;
  if (list !== undefined || !isVerb(splitWords(lastSegment(operation.shape))[0] ?? '')) return undefined;
  return { shape, schema, operation: posts ?? operation, isCreated: posts !== undefined, named: operation };
}

/** Matches `GET /departments` if there is no path for a single department. */
function listed(survey: OperationSurvey, operation: SurveyedOperation): LooseThing | undefined {
  const { schemas, byShape, all } = survey;
  const { shape, answers } = operation;
  const word = lastSegment(shape);
  const isAlone = operation.method === 'GET' && byShape.get(shape)?.size === 1;
  const isNoun = splitWords(word).every((each) => !isVerb(each) && purposeInPath(each) === undefined);
  if (!isAlone || !isNoun || purposeOf(operation) === 'ask') return undefined;
  const list = findList(schemas, answers, { word });
  const isSent = !shape.includes('{') && all.some((each) => countSentMembers(schemas, each, list?.schema) > 0);
  const isListed = list !== undefined && isPlainList(operation, list.path);
  const isByValue = /\{[^/]*$/.test(shape) && list?.path.length !== 0;
  if (isByValue || (shape.includes('{') && !isListed)) return undefined;
  return { shape, schema: list?.schema, operation, isCreated: false, isSent, isListed };
}

/** True if a list does not depend on the request. A nested list with examples is excluded. */
function isPlainList({ shape, operation, responses }: SurveyedOperation, path: readonly string[]): boolean {
  const [word = '', name = word] = [lastSegment(shape), ...path.slice(-1)].map((each) =>
    normalizeName(toSingular(each)),
  );
  const isNamed = isWrapper(path.at(-1) ?? 'list') || name.endsWith(word);
  const isAsked = operation.parameters.some(({ in: place, required }) => place === 'query' && required === true);
  const isShown = responses.some(({ content }) => [...content.values()].some(({ examples }) => examples.size > 0));
  const isWorkedOut = splitWords(shape).some((each) => workedOut.has(each));
  return isNamed && !isAsked && !isWorkedOut && !(shape.includes('{') && isShown);
}

/** Matches `POST /prescriptions` if no operation reads prescriptions. */
function created(
  survey: OperationSurvey,
  operation: SurveyedOperation,
  found: ReadonlyMap<string, FoundResource>,
): LooseThing | undefined {
  const { schemas, byShape } = survey;
  const { shape, answers, takes } = operation;
  const word = lastSegment(shape);
  const isAlone = operation.method === 'POST' && byShape.get(shape)?.has('GET') !== true;
  // A request without a body, such as a check-in, creates a record if the response has its own id and the parent's id.
  const answered = new Set([...schemas.chosen(answers).properties.keys()].map(normalizeName));
  const above = found.get(parentPath(parentPath(shape)))?.resource;
  const isOfOwner =
    above !== undefined &&
    answered.has('id') &&
    answered.has(`${normalizeName(toSingular(lastSegment(above.shape)))}id`);
  const isStoring =
    operation.operation.statuses.includes('201') && (takes !== undefined || isOfOwner) && !isQuestion(operation);
  if (!isAlone || !isStoring || shape.endsWith('}') || toSingular(word) === word) return undefined;
  if (splitWords(word).some((each) => isVerb(each) && each === toSingular(each))) return undefined;
  const isPart = above !== undefined && findListMember(schemas, above.schema, [word]) !== undefined;
  if (isPart && !isNamedElsewhere(survey, operation)) return undefined;
  return { shape, schema: findEntity(schemas, answers, word)?.schema, operation, isCreated: true };
}

/** True if a request at another path refers to such a record: `vehicleId` for `POST /customers/{id}/vehicles`. */
function isNamedElsewhere({ schemas, all }: OperationSurvey, { shape }: SurveyedOperation): boolean {
  const name = `${normalizeName(toSingular(lastSegment(shape)))}id`;
  return all.some(
    (each) =>
      each.shape !== shape &&
      [...schemas.chosen(each.takes).properties.keys()].some((one) => normalizeName(one) === name),
  );
}

function resourceOf(
  survey: OperationSurvey,
  { shape, schema, operation, isCreated, isSent = false, isListed = false, named }: LooseThing,
): FoundResource | undefined {
  const { schemas } = survey;
  const word = lastSegment(shape);
  const isNamed = named !== undefined;
  const names = listPathParameters((named ?? operation).operation.path);
  const parameter = isNamed ? names.at(-1) : undefined;
  const parameterSchema = (named ?? operation).operation.parameters.find(({ name }) => name === parameter)?.schema;
  // Listed records, and records that requests create at other paths, need no visible key.
  const key = findKey(schemas, schema, { parameter, word, parameterSchema }) ?? (isSent || isListed ? 'id' : undefined);
  const { properties } = schemas.chosen(schema);
  const own = ['id', 'uuid', `${normalizeName(toSingular(word))}id`];
  if (key === undefined || properties.size < 2 || !(isNamed || isSent || isListed || own.includes(normalizeName(key))))
    return undefined;
  return {
    item: isNamed ? `${shape}/{}` : undefined,
    creates: isCreated,
    resource: {
      ...{ key, schema, shape, name: nameOf(shape), keySchema: schemas.member(schema, key) },
      parents: names.length - (isNamed ? 1 : 0),
      kept: isCreated,
      single: false,
      writable: isCreated ? writableBy(survey, [operation], word) : new Map(),
    },
  };
}
