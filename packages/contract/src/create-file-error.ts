import { ContractError } from './contract-error.js';

/** Creates the error of an unreadable file. `rule` is the last part of its rule id. */
export function createFileError(file: string, rule: string, message: string, line?: number): ContractError {
  const finding = { ruleId: `file/${rule}`, severity: 'error' as const, message, pointer: '', file };
  return new ContractError([line === undefined ? finding : { ...finding, line }]);
}
