import { rootOf } from './verb-forms.js';

/** Verbs that mean that one record belongs to another: "lines attached to it", "samples stored in the box". */
export const relatingVerbs: ReadonlySet<string> = new Set(
  (
    'register record make create place book assign attach add issue give order store keep hold file post enter open write ' +
    'link relate refer belong connect raise put send take contain include install deliver charge receive collect'
  )
    .split(' ')
    .map(rootOf),
);
