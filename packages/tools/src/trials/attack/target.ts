import { type Call, call, callJson, type Seen } from '../../clients/call.ts';
import type { ObservedServer } from '../../observe/start-observed.ts';

export type { Call, Seen };

/** A running server whose process answers questions. */
export interface Target {
  readonly url: string;
  /** One call over its own connection. Never rejects. */
  call(method: string, path: string, more?: Call): Promise<Seen>;
  callJson(method: string, path: string, value: unknown, headers?: Readonly<Record<string, string>>): Promise<Seen>;
  readonly ask: ObservedServer['ask'];
}

/** Calls the server of this address over connections of their own. */
export function callsTo(url: string): Pick<Target, 'call' | 'callJson'> {
  return {
    call: (method, path, more) => call(method, url + path, { ...more, fresh: true }),
    callJson: (method, path, value, headers) => callJson(method, url + path, value, headers, { fresh: true }),
  };
}
