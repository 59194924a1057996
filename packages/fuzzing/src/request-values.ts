import type { KnownValues } from '@understudy/kernel/fuzz';

/** What the requests to an operation may name, and what each of them has. */
export interface RequestValues extends KnownValues {
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  readonly always?: {
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}
