import type { Finding } from '../finding.js';
import type { OpenApiDocument } from '../open-api-document.js';
import type { NodeKind } from '../walk-document.js';

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
