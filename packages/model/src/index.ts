/**
 * The behavior model of a described API, and the schemas that it refers to.
 *
 * @packageDocumentation
 */

export type { ActionEffects, ListChange } from './action-effects.js';
export {
  type BehaviorModel,
  effectNames,
  effectOf,
  type MemberStatement,
  namesOf,
  type OperationStatement,
  type PageStatement,
  type Reason,
  type ResourceStatement,
  type ResponseStatement,
  type TransitionStatement,
} from './behavior-model.js';
export { checkChanges } from './check-changes.js';
export { combineChanges, isModel } from './combine-changes.js';
export { compileBehavior } from './compile-behavior.js';
export { compileCondition } from './compile-condition.js';
export type * from './compiled-behavior.js';
export { defaultWebhookPolicy } from './default-webhook-policy.js';
export {
  type DescriptionNames,
  type ErrorCodeMeaning,
  type ErrorCodes,
  type ErrorName,
  listRanked,
  type NameMeaning,
  type NewName,
  type PageName,
  type PageValue,
} from './description-names.js';
export { entitySchema } from './entity-schema.js';
export { compareAny, Span } from './expressions/arithmetic.js';
export { type CompiledExpression, compileExpression } from './expressions/compile-expression.js';
export {
  type ExpressionContext,
  ExpressionError,
  type RecordReader,
  stepsPerRequest,
} from './expressions/expression-context.js';
export { cutPage } from './expressions/list-parts.js';
export {
  formatInstant,
  instantForms,
  readClaims,
  textForms,
  typeOfValue,
  withoutScheme,
} from './expressions/text-forms.js';
export {
  type BodyLocation,
  findEntity,
  findList,
  isRelatedSchema,
  isSameSchema,
  isScalarSchema,
  isWrapper,
} from './find-body.js';
export { modelSchema } from './generated/model-schema.js';
export type { ListPlan } from './list-plan.js';
export { getMember, setMember, valuesAt } from './member-path.js';
export type { ApiPlan, OperationPlan, ParameterCopy, ResourceEffect } from './plan.js';
export { compareModels, printModel } from './print-model.js';
export { addStatements, isWholeAnswer, loadModel, mergeModel, readModel } from './read-model.js';
export type { FoundResource, Resource, ValueSource } from './resource.js';
export { dayInZone } from './schema/day-in-zone.js';
export { decimalsOf, inDecimals } from './schema/decimal-text.js';
export {
  type DescribedResponse,
  findJsonBody,
  findResponse,
  findSuccessBody,
  listSuccessStatuses,
  readResponses,
} from './schema/described-response.js';
export { type FlatSchema, SchemaReader } from './schema/flat-schema.js';
export { formatMemberInstant, inFormOf, isoTime, isSmallNumber } from './schema/format-instant.js';
export { inferSchema } from './schema/infer-schema.js';
export { mapLeaves } from './schema/map-leaves.js';
export { kindsKeyword, readKinds } from './schema/read-kinds.js';
export { remember, rememberSome } from './schema/remember.js';
export { Shape } from './schema/shape.js';
export { isSeed, mostRecords, readCounts } from './seed-spec.js';
export type { BehaviorNames } from './statement-compiler.js';
export { type CompiledTemplate, escapeTemplate, expressionIn } from './templates.js';
export { refuseDirections, refuseInner, refuseOtherThanModel } from './understudy-extension.js';
export { DescriptionWarnings, type WarningListener } from './warnings.js';
export {
  decodeComponent,
  findNamed,
  lastSegment,
  listDescribedValues,
  listPathParameters,
  normalizeName,
  parentPath,
  splitWords,
  toPathShape,
  toSingular,
} from './words.js';
