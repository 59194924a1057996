import type { ProseReader } from './prose-reader.js';
import type { Scope } from './scope.js';

/** The operation that sentences are about. */
export interface Action {
  readonly scope: Scope;
  /** The roots of its verbs. */
  readonly verbs: ReadonlySet<string>;
  /** The roots of the verbs of other operations on the same thing. */
  readonly otherVerbs: ReadonlySet<string>;
  /** True if it changes a record in general, so that sentences with another verb are about something else. */
  readonly isChange?: boolean;
  /** Reads a reason that compares a record with others. */
  readonly compare?: (reader: ProseReader, text: string, scope: Scope) => string | undefined;
}
