import { createErrorFinding, type Finding } from './finding.js';

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

function describeFinding({ file, line, message }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return file === undefined ? message : `${place}: ${message}`;
}

/** Creates the error of an unreadable file. `rule` is the last part of its rule id. */
export function createFileError(file: string, rule: string, message: string, line?: number): ContractError {
  const place = line === undefined ? { file } : { file, line };
  return new ContractError([createErrorFinding(`file/${rule}`, message, '', place)]);
}
