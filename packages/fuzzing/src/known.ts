import type { Familiar } from '@understudy/kernel/fuzz';

/** What the requests to an operation may name, and what each of them has. */
export interface Known extends Familiar {
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  readonly always?: {
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}
