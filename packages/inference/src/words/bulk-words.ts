/** Words in the path of a request about several records. */
export const bulkWords: ReadonlySet<string> = new Set(['bulk', 'batch', 'many', 'multiple', 'mass']);

/** Names of members with the error code of a result, without case and separators. */
export const codeMembers: ReadonlySet<string> = new Set(['code', 'error', 'errorcode', 'reason', 'problem']);

/** Values that mark a result as failed. */
export const failedResults: ReadonlySet<string> = new Set([
  'refused',
  'failed',
  'rejected',
  'error',
  'failure',
  'skipped',
  'denied',
]);
