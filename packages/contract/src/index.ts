/**
 * Loads API descriptions and the ledger, indexes operations, validates requests and responses, returns findings.
 *
 * @example
 * ```ts
 * import { createContract, loadDescription } from '@understudy/contract';
 *
 * const contract = createContract('inventory', await loadDescription('specs/inventory/openapi.yaml'));
 * const match = contract.match('GET', '/io/status');
 * if (match.kind === 'operation') {
 *   const headers = { tenantid: 'acme' };
 *   const { input, findings } = match.operation.validateRequest({ path: match.path, query: new URLSearchParams(), headers });
 *   // findings[0].message: "The required header jobId is missing."
 * }
 * ```
 *
 * @packageDocumentation
 */
export type { ApiContract } from './api-contract.js';
export { applyOverlay } from './apply-overlay.js';
export { checkLedger } from './check-ledger.js';
export { type Compact, compact } from './compact.js';
export { compileSchema } from './compile-schema.js';
export { ContractError } from './contract-error.js';
export { anySegment, type ContractIndex, firstSegment, otherPaths } from './contract-index.js';
export type { CountedClaim } from './count-claims.js';
export { countClaims, countedId, sharedApis } from './count-claims.js';
export { createContract } from './create-contract.js';
export { decodeBody } from './decode-body.js';
export type { Finding, FindingSubject, ResponsePart, Severity, WebhookSubject } from './finding.js';
export { isObject } from './is-object.js';
export { checkJsonPath, filterJson, findsJson, type JsonPathMatch, queryJson } from './json-path.js';
export { joinPointer, parsePointer } from './json-pointer.js';
export { kebabCase } from './kebab-case.js';
export type { Claim, Gap, Ledger } from './ledger.js';
export { type DescribedLink, linksOf } from './links-of.js';
export { loadDescription } from './load-description.js';
export { loadLedger, loadLedgerOf } from './load-ledger.js';
export { loadUntidyDescription } from './load-untidy-description.js';
export { loadYaml } from './load-yaml.js';
export type { FormPart } from './multipart-bytes.js';
export { multipartBytes } from './multipart-bytes.js';
export { didYouMean, editDistance, nearest } from './nearest.js';
export type { JsonSchema, OpenApiDocument } from './open-api-document.js';
export type {
  Match,
  Operation,
  OperationInput,
  Parameter,
  RequestBody,
  RequestParts,
  ResponseParts,
} from './operation.js';
export { type JsonPatch, mergePatch, patchJson } from './patch-json.js';
export { referenceError } from './reference-error.js';
export { readReference, resolveReference } from './resolve-reference.js';
export { type Exchange, type ExchangeSide, evaluateExpression } from './runtime-expression.js';
export { tooCostly } from './schema-compiler.js';
export { KnownSecrets, shortestSecret } from './secrets/known-secrets.js';
export { unescaped } from './secrets/readings-of.js';
export { replaceSecrets } from './secrets/replace-secrets.js';
export { isSecretHeader, isSecretName, isSecretParameter, redactedMark, secretsOf } from './secrets/secret-names.js';
export { type SizeLimits, sizeFinding } from './size-finding.js';
export { copyTree, locate, setPlace } from './sources.js';
export { startInstant } from './start-instant.js';
export { uniqueName } from './unique-name.js';
export { methods, type NodeKind, walkDocument } from './walk-document.js';
export { withoutEmptyFields } from './without-empty-fields.js';
export { writeYaml } from './write-yaml.js';
