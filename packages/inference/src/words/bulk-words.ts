/** Words in the path of a request about several records. */
export const bulkWords: ReadonlySet<string> = new Set(['bulk', 'batch', 'many', 'multiple', 'mass']);

/** Names of the code of an error in a result, without case and separators. */
export const codeMembers: ReadonlySet<string> = new Set(['code', 'error', 'errorcode', 'reason', 'problem']);

/** Values of a failed result. */
export const failedResults: ReadonlySet<string> = new Set([
  'refused',
  'failed',
  'rejected',
  'error',
  'failure',
  'skipped',
  'denied',
]);
