import type { ProseReader } from './prose-reader.js';
import type { Scope } from './scope.js';

/** The operation that sentences are about. */
export interface Action {
  readonly scope: Scope;
  /** The roots of its verbs. */
  readonly verbs: ReadonlySet<string>;
  /** The roots of the verbs of other operations on the same resource. */
  readonly otherVerbs: ReadonlySet<string>;
  /** True if the verb means any update (as "update" does), so a sentence with another verb describes another action. */
  readonly isChange?: boolean;
  /** Reads a reason that compares a record with other records. */
  readonly compare?: (reader: ProseReader, text: string, scope: Scope) => string | undefined;
}
