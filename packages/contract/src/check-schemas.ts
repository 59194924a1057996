import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describeValue } from './describe-value.js';
import type { Finding } from './finding.js';
import { joinPointer, resolveReference } from './json-pointer.js';
import { isExactNumber } from './numbers/exact-number.js';
import { isObject } from './objects.js';
import type { OpenApiDocument } from './open-api-document.js';
import type { NodeKind } from './walk-document.js';

const applicators =
  'allOf anyOf oneOf not if then else dependentSchemas prefixItems items contains properties patternProperties additionalProperties propertyNames unevaluatedItems unevaluatedProperties';
const assertions =
  'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired format';
const others =
  '$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs title description default deprecated readOnly writeOnly examples contentEncoding contentMediaType contentSchema';
const openApi = 'discriminator xml externalDocs example';
const keywords = new Set([applicators, assertions, others, openApi].join(' ').split(' '));

export const checkSchemas: DescriptionRule = (document, nodes, report) => {
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false });
  formats.default(ajv);
  const metaSchema: ValidateFunction | undefined = ajv.getSchema('https://json-schema.org/draft/2020-12/schema');
  for (const { kind, node, pointer } of nodes) {
    if (kind !== 'schema') continue;
    for (const keyword of Object.keys(node)) {
      if (!keywords.has(keyword) && !keyword.startsWith('x-')) {
        const message = `The schema at ${pointer} has the unknown keyword ${keyword}, which does nothing; correct or remove it.`;
        report('unknown-keyword', joinPointer(pointer, keyword), message, { actual: keyword });
      }
    }
    if (typeof node.format === 'string' && ajv.formats[node.format] === undefined) {
      const message = `The schema at ${pointer} has the unknown format ${node.format}, which checks nothing.`;
      report('unknown-format', `${pointer}/format`, message, { actual: node.format });
    }
    // Subschemas are separate nodes, so each schema is validated without them.
    for (const error of metaSchema?.(withoutSubschemas(node)) === false ? (metaSchema.errors ?? []) : []) {
      const at = pointer + error.instancePath;
      const problem = `${error.instancePath || 'it'} ${error.message ?? ''}`;
      report('invalid-schema', at, `The schema at ${pointer} is not valid: ${problem}.`);
    }
    const reason = patternError(node.pattern);
    if (reason !== undefined) {
      report('invalid-schema', `${pointer}/pattern`, `The schema at ${pointer} is not valid: ${reason}.`, {
        actual: node.pattern,
      });
    }
    const allowed = resolveReference(document, node)?.enum;
    const values = Array.isArray(allowed) ? allowed : undefined;
    for (const keyword of ['default', 'example'] as const) {
      if (values !== undefined && keyword in node && !isObject(node[keyword]) && !values.includes(node[keyword])) {
        const message = `The ${keyword} at ${pointer} is ${describeValue(node[keyword])}, which its enum does not allow.`;
        report(`${keyword}-mismatch`, `${pointer}/${keyword}`, message, { expected: values, actual: node[keyword] });
      }
    }
  }
};

const subschemaKeywords = new Set(`${applicators} $defs definitions contentSchema discriminator xml`.split(' '));

export interface DescriptionNode {
  readonly kind: NodeKind;
  readonly node: Record<string, unknown>;
  readonly pointer: string;
}

/** Reports a finding. The caller adds file and line. */
export type RuleReporter = (
  rule: string,
  pointer: string,
  message: string,
  details?: Pick<Finding, 'expected' | 'actual'>,
) => void;

export type DescriptionRule = (
  document: OpenApiDocument,
  nodes: readonly DescriptionNode[],
  report: RuleReporter,
) => void;

function withoutSubschemas(node: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(node)
      .filter(([keyword, value]) => !(subschemaKeywords.has(keyword) && typeof value === 'object' && value !== null))
      .map(([keyword, value]) => [keyword, isExactNumber(value) ? Number(value) : value]),
  );
}

function patternError(pattern: unknown): string | undefined {
  if (typeof pattern !== 'string') return undefined;
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
