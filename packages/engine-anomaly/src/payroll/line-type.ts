import type { PayrollTransaction } from './types.js';

const separator = '\u001f';

/** Returns the key of a line type within a model. Lines with the same type and subType have the same key. */
export function toLineType({ type, subType }: PayrollTransaction): string {
  return subType == null || subType === '' ? type : `${type}${separator}${subType}`;
}

export function parseLineType(kind: string): { type: string; subType?: string } {
  const at = kind.indexOf(separator);
  return at < 0 ? { type: kind } : { type: kind.slice(0, at), subType: kind.slice(at + 1) };
}
