/** Names of states that new records have. */
export const initialStates: ReadonlySet<string> = new Set(
  'draft new created pending requested submitted queued waiting todo open placed received registered invited'.split(
    ' ',
  ),
);
