import { checkCompilation } from './description-rules/check-compilation.js';
import { checkOperationIds } from './description-rules/check-operation-ids.js';
import { checkParameters } from './description-rules/check-parameters.js';
import { checkPathParameters } from './description-rules/check-path-parameters.js';
import { checkReferences } from './description-rules/check-references.js';
import { checkResponses } from './description-rules/check-responses.js';
import { checkSchemas } from './description-rules/check-schemas.js';
import { checkSecurity } from './description-rules/check-security.js';
import type { DescriptionNode, DescriptionRule, Report } from './description-rules/description-rule.js';
import type { Finding } from './finding.js';
import type { OpenApiDocument } from './open-api-document.js';
import { locate } from './sources.js';
import { walkDocument } from './walk-document.js';

const rules: readonly DescriptionRule[] = [
  checkReferences,
  checkOperationIds,
  checkPathParameters,
  checkParameters,
  checkResponses,
  checkSecurity,
  checkSchemas,
];

/** Everything that is wrong with a description, with file and line where it was loaded from a file. */
export function checkDescription(document: OpenApiDocument): Finding[] {
  const findings: Finding[] = [];
  const report: Report = (rule, pointer, message, details = {}) => {
    const place = locate(document, pointer);
    findings.push({ ruleId: `description/${rule}`, severity: 'error', message, pointer, ...details, ...place });
  };
  const nodes: DescriptionNode[] = [];
  walkDocument('document', document, '', (kind, node, pointer) => nodes.push({ kind, node, pointer }));
  for (const rule of rules) {
    rule(document, nodes, report);
  }
  // A schema that is broken in itself would be reported once more by all that refer to it.
  if (!findings.some(({ ruleId }) => ruleId.endsWith('-ref') || ruleId === 'description/invalid-schema')) {
    checkCompilation(document, nodes, report);
  }
  return findings;
}
