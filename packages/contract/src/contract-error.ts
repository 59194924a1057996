import type { Finding } from './finding.js';

/**
 * A file that cannot be loaded, or an unusable document: a missing file, invalid YAML, a broken `$ref`, an overlay
 * action without a match. The message has file, line and pointer, if known, and what to do.
 */
export class ContractError extends Error {
  readonly findings: Finding[];

  constructor(findings: Finding[]) {
    super(findings.map(describeFinding).join('\n'));
    this.name = 'ContractError';
    this.findings = findings;
  }
}

function describeFinding(finding: Finding): string {
  const line = finding.line === undefined ? '' : `:${finding.line}`;
  const place = finding.file === undefined ? '' : `${finding.file}${line}: `;
  return `${place}${finding.message}`;
}
