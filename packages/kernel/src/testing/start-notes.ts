import { startInstant } from '@understudy/contract';
import { createSimulators, type Simulators } from '../create-simulators.js';
import type { MemoryLimits } from '../memory-limits.js';
import type { SandboxLimits } from '../sandbox/sandboxes.js';
import type { Simulator } from '../simulator.js';
import { notesSimulator } from './notes-simulator.js';

export const origin = 'http://understudy.local';

/** A response in full, for comparing whole answers. */
export interface Seen {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

/** The notes API and the control plane, in process, on a manual clock. */
export class Notes {
  readonly simulators: Simulators;

  constructor(
    options: {
      progression?: string;
      controlToken?: string;
      clock?: 'manual' | 'real';
      memory?: Partial<MemoryLimits>;
      sandboxLimits?: SandboxLimits;
      /** The API as a test has changed it. */
      simulator?: Simulator;
    } = {},
  ) {
    this.simulators = createSimulators({
      simulators: [options.simulator ?? notesSimulator],
      sandbox: {
        clock: options.clock === 'real' ? { mode: 'real' } : { mode: 'manual', at: startInstant },
        progression: options.progression ?? 'immediate',
        seed: 'empty',
        randomSeed: 'test',
      },
      ...(options.memory === undefined ? {} : { memory: options.memory }),
      ...(options.sandboxLimits === undefined ? {} : { sandboxLimits: options.sandboxLimits }),
      ...(options.controlToken === undefined ? {} : { controlToken: options.controlToken }),
    });
    this.simulators.ownOrigins.add(origin);
  }

  async send(call: string, body?: unknown, headers: Record<string, string> = {}): Promise<Seen> {
    const [method = 'GET', path = '/'] = call.split(' ');
    const init: RequestInit = { method, headers: { tenantId: 't1', ...headers } };
    if (body !== undefined) {
      init.body = typeof body === 'string' ? body : JSON.stringify(body);
      init.headers = { 'content-type': 'application/json', ...init.headers };
    }
    const response = await this.simulators.fetch(`${origin}${path}`, init);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async journal(query = ''): Promise<Record<string, unknown>[]> {
    return (await this.send(`GET /_sim/journal?${query}`)).body.entries;
  }

  close(): Promise<void> {
    return this.simulators.close();
  }
}
