import type { KnownValues } from '@understudy/kernel/fuzz';

/** Known values and fixed parts of the requests to an operation. */
export interface RequestValues extends KnownValues {
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  readonly always?: {
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}
