/** States that say that a thing is new. */
export const initialStates: ReadonlySet<string> = new Set(
  'draft new created pending requested submitted queued waiting todo open placed received registered invited'.split(
    ' ',
  ),
);
