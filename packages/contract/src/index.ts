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
export { type ContractIndex, getFirstSegment, listAliasPaths, parameterSegment } from './api-contract.js';
export { applyOverlay } from './apply-overlay.js';
export { checkLedger } from './check-ledger.js';
export { checkReference } from './check-reference.js';
export { checkSize, type SizeLimits } from './check-size.js';
export * from './count-claims.js';
export { createContract } from './create-contract.js';
export { decodeBody } from './decode-body.js';
export { decodePercent } from './decode-text.js';
export * from './encode-form-parts.js';
export { findFault, type RequestFinding } from './find-fault.js';
export * from './finding.js';
export { ContractError } from './finding.js';
export { checkJsonPath, createJsonFilter, matchesJsonPath, queryJson } from './json-path.js';
export { joinPointer, parsePointer, readPointer, readReference, resolveReference } from './json-pointer.js';
export type { Claim, DocumentGap, Ledger } from './ledger.js';
export { listBasePaths } from './list-base-paths.js';
export { listLinks } from './list-links.js';
export { loadDescription } from './load-description.js';
export { loadFolderLedger, loadLedger } from './load-ledger.js';
export { loadUntidyDescription } from './load-untidy-description.js';
export { loadYaml, loadYamlLineWriter, writeYaml } from './load-yaml.js';
export { compilePattern, matchesFormat, matchesPattern } from './matches-pattern.js';
export { formMediaType, isJson, isStreamingMediaType, isXml, parseMediaType, selectMediaType } from './media-type.js';
export { computeEditDistance, findNearest, reserveUniqueName, suggestName, toKebabCase } from './names.js';
export * from './numbers/exact-number.js';
export { insertExactScalars } from './numbers/insert-exact-scalars.js';
export { cloneJson, parseJson, parseJsonOr } from './numbers/parse-json.js';
export { containsExactNumber, stringifyJson } from './numbers/stringify-json.js';
export { isObject, membersOf, omitEmptyFields, omitUndefined } from './objects.js';
export type { JsonSchema, OpenApiDocument } from './open-api-document.js';
export * from './operation.js';
export { type JsonPatch, mergePatch, patchJson } from './patch-json.js';
export { isMultipartBody, type MultipartBody, readMultipart, toFormPairs } from './read-multipart.js';
export { isPreferenceProblem } from './response-validator.js';
export { runWithTimeout, timeoutMarker } from './run-with-timeout.js';
export { type ExpressionExchange, evaluateExpression } from './runtime-expression.js';
export { timeoutRuleSuffix } from './schema-compiler.js';
export { compileSchema } from './schema-compilers.js';
export { listSchemaParts } from './schema-types.js';
export { unescapeText } from './secrets/decode-readings.js';
export { findIssuedSecrets } from './secrets/issued-secrets.js';
export { findJsonSecrets } from './secrets/json-secrets.js';
export { KnownSecrets, minSecretLength, plausibleSecretPattern } from './secrets/known-secrets.js';
export { replaceSecrets } from './secrets/replace-secrets.js';
export {
  extractSecrets,
  isSecretHeader,
  isSecretMember,
  isSecretName,
  isSecretParameter,
  redactedText,
  replaceCookies,
  secretHolder,
} from './secrets/secret-names.js';
export { looksRandom } from './secrets/secret-shapes.js';
export { copyWithSources, locateSource, setSource } from './source-locations.js';
export { defaultStartInstant, parseDuration } from './time.js';
export { httpMethods, type NodeKind, walkDocument } from './walk-document.js';
