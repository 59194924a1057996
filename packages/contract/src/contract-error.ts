import type { Finding } from './finding.js';

/**
 * Thrown when a file cannot be loaded or a document cannot be used at all: missing, not YAML, an unresolvable `$ref`,
 * an overlay action that matches nothing. The message names file, line and pointer where known, and what to do.
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
