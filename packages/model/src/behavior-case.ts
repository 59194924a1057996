/** An observed behavior of an operation. The first case whose conditions all hold applies. */
export interface BehaviorCase {
  /** Statements about the request, such as `path.id is unknown`. */
  readonly when: readonly string[];
  /** Without a status, the inferred behavior follows. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A template: `{{body.name}}`, `{{path.id > status}}`, `{{new.id}}`, `{{now}}`. */
  readonly body?: unknown;
  /** Examples of the values that it generates, by name. */
  readonly new?: Readonly<Record<string, unknown>>;
  /** True if requests that break the description are accepted as well. */
  readonly lenient?: boolean;
  /** Exchanges of the recording that show it, and that contradict it. */
  readonly seen?: number;
  readonly contradicted?: number;
  /** The decision of a person. A refused case does not apply. */
  readonly review?: 'accepted' | 'refused';
}
