/**
 * The behavior model of a described API, and the schemas that it refers to.
 *
 * @packageDocumentation
 */

export type { ActionEffects, ListChange, MemberPath } from './action-effects.js';
export type { BehaviorCase } from './behavior-case.js';
export type { HttpConventions } from './conventions.js';
export { entitySchema } from './entity-schema.js';
export { type BodyLocation, findEntity, findList, isRelatedSchema, isSameSchema, isScalarSchema } from './find-body.js';
export type { ListPlan } from './list-plan.js';
export { getMember, setMember } from './member-path.js';
export type { ApiPlan, OperationPlan, ResourceEffect } from './plan.js';
export type { FoundResource, Resource, ValueSource } from './resource.js';
export {
  type DescribedResponse,
  findJsonBody,
  findResponse,
  findSuccessBody,
  listSuccessStatuses,
  readResponses,
} from './schema/described-response.js';
export { type FlatSchema, SchemaReader } from './schema/flat-schema.js';
export { inferSchema } from './schema/infer-schema.js';
export { mapLeaves } from './schema/map-leaves.js';
export { kindsKeyword, readKinds } from './schema/read-kinds.js';
export { remember, rememberSome } from './schema/remember.js';
export { isSeed, isSeedData, mostRecords, type SeedSpec } from './seed-spec.js';
export { readUnderstudyExtension, type UnderstudyExtension } from './understudy-extension.js';
export { DescriptionWarnings, type WarningListener } from './warnings.js';
export { defaultWebhookPolicy } from './webhook-direction.js';
export {
  decodeComponent,
  findNamed,
  lastSegment,
  listPathParameters,
  normalizeName,
  parentPath,
  splitWords,
  toPathShape,
  toSingular,
} from './words.js';
