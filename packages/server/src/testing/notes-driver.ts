import type { MemoryLimits, SandboxArchive, Simulator } from '@understudy/kernel';
import type { SandboxOwnership } from '@understudy/kernel/serving';
import type { SandboxLimits } from '../sandboxes/registry-context.js';
import { ApiDriver } from './api-driver.js';
import { notesSimulator } from './notes-simulator.js';
import type { SeenResponse } from './seen-response.js';

export { testOrigin } from './api-driver.js';
export type { SeenResponse } from './seen-response.js';

export interface NotesOptions {
  readonly progression?: string;
  readonly controlToken?: string;
  readonly clock?: 'manual' | 'real';
  readonly memory?: Partial<MemoryLimits>;
  readonly sandboxLimits?: Partial<SandboxLimits>;
  readonly archive?: SandboxArchive;
  readonly ownership?: SandboxOwnership;
  readonly simulator?: Simulator;
}

/** Runs the notes API and the control plane in process with a manual clock. */
export class NotesDriver extends ApiDriver {
  constructor({ simulator = notesSimulator, progression = 'immediate', clock = 'manual', ...more }: NotesOptions = {}) {
    super([simulator], { progression, clock }, more);
  }

  /** Sends a request as the tenant `t1`. Strings are also sent as JSON. */
  send(call: string, body?: unknown, headers: Record<string, string> = {}): Promise<SeenResponse> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    return this.call(call, { body, headers: { tenantId: 't1', ...type, ...headers } });
  }

  async journal(query = ''): Promise<Record<string, unknown>[]> {
    return (await this.send(`GET /_sim/journal?${query}`)).body.entries;
  }

  /** Leaves defects for the test to check. */
  override close(): Promise<void> {
    return this.simulators.close();
  }
}
