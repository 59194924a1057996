import type { ControlComponents } from '@understudy/server';
import type { ActionName, ApiWithActions, InputOfAction } from './action-types.js';
import { ControlCalls, type SendControl } from './control-calls.js';

type Schemas = ControlComponents['schemas'];

export type SandboxInfo = Schemas['Sandbox'];
export type ClockInfo = Schemas['Clock'];
export type JournalEntry = Schemas['JournalEntry'];
export type JournalMatch = Schemas['JournalMatch'];
/** What to read of the journal: entries that fit, and how many. */
export type JournalQuery = JournalMatch & { after?: number; limit?: number; last?: number; order?: 'asc' | 'desc' };
export type InboxMessage = Schemas['Message'];
export type SettingsPatch = Schemas['SettingsPatch'];
export type FaultRule = Schemas['Fault'];

/** A sandbox and the way to it. */
export interface SandboxHandle {
  readonly name: string;
  /** Base URL of everything in the sandbox. */
  readonly url: string;
  readonly control: Control;
}

/**
 * The control plane of one sandbox, typed. Every method throws {@link ControlError} with the server's own sentence when it
 * is refused.
 */
export class Control {
  readonly #calls: ControlCalls;
  readonly #send: SendControl;
  readonly #url: string;

  /** @param url base URL of the sandbox, without `/_sim` */
  constructor(url: string, send: SendControl) {
    this.#url = url;
    this.#send = send;
    this.#calls = new ControlCalls(`${url}/_sim`, send);
  }

  info(): Promise<Schemas['Info']> {
    return this.#calls.get('');
  }

  readonly clock = {
    get: (): Promise<ClockInfo> => this.#calls.get('/clock'),
    /** @param setting mode, and with `scaled` the factor; `at`: ISO 8601 instant to start from */
    set: (setting: Schemas['ClockSetting']): Promise<ClockInfo> => this.#calls.put('/clock', setting),
  };

  /**
   * Moves the clock on and resolves once everything due on the way has happened.
   *
   * @param step ISO 8601 duration such as `PT59M`, or the instant to move to
   */
  advance(step: string | { to: string }): Promise<Schemas['AdvancedClock']> {
    return this.#calls.post('/clock/advance', typeof step === 'string' ? { by: step } : step);
  }

  /** Back to the seed, the clock and the settings that the sandbox began with. */
  reset(): Promise<SandboxInfo> {
    return this.#calls.post('/reset', undefined);
  }

  /** Replaces the state by a named seed, or by data of your own, one member for each API. */
  seed(seed: 'demo' | 'empty' | { data: Record<string, unknown> }): Promise<SandboxInfo> {
    return this.#calls.post('/seed', typeof seed === 'string' ? { seed } : seed);
  }

  readonly settings = {
    get: (): Promise<Schemas['Settings']> => this.#calls.get('/settings'),
    change: (patch: SettingsPatch): Promise<Schemas['Settings']> => this.#calls.patch('/settings', patch),
  };

  readonly sandboxes = {
    list: async (): Promise<SandboxInfo[]> => {
      const { sandboxes } = await this.#calls.get<Schemas['SandboxList']>('/sandboxes');
      return sandboxes;
    },
    create: async (name: string, options: Omit<Schemas['SandboxCreation'], 'name'> = {}): Promise<SandboxHandle> => {
      const { url } = await this.#calls.post<SandboxInfo>('/sandboxes', { name, ...options });
      return { name, url, control: new Control(url, this.#send) };
    },
    delete: (name: string): Promise<void> => this.#calls.delete(`/sandboxes/${name}`),
  };

  readonly journal = {
    /** Oldest first. `last`: the newest ones only; `order: 'desc'`: newest first. */
    list: async (match: JournalQuery = {}): Promise<JournalEntry[]> => {
      const query = new URLSearchParams();
      for (const [key, value] of Object.entries(match)) query.set(key, String(value));
      const { entries } = await this.#calls.get<{ entries: JournalEntry[] }>(`/journal?${query}`);
      return entries;
    },
    /** Waits in real time until `count` entries match; an ISO 8601 duration bounds the wait. */
    wait: async (match: JournalMatch, { count = 1, timeout = 'PT10S' } = {}): Promise<JournalEntry[]> => {
      const { entries } = await this.#calls.post<{ entries: JournalEntry[] }>('/journal/wait', {
        match,
        count,
        timeout,
      });
      return entries;
    },
  };

  /** Rules that make the sandbox misbehave; `set` replaces them all. */
  readonly faults = {
    list: async (): Promise<Schemas['FaultStanding'][]> =>
      (await this.#calls.get<Schemas['FaultList']>('/faults')).faults,
    set: async (faults: readonly FaultRule[]): Promise<Schemas['FaultStanding'][]> =>
      (await this.#calls.put<Schemas['FaultList']>('/faults', { faults })).faults,
    clear: (): Promise<void> => this.#calls.delete('/faults'),
  };

  /** The whole sandbox as one JSON value. */
  readonly snapshots = {
    /** Takes a snapshot, or keeps the one given, under a name. */
    put: (name: string, snapshot?: unknown): Promise<Schemas['SnapshotInfo']> =>
      this.#calls.put(`/snapshots/${name}`, snapshot),
    get: (name: string): Promise<Record<string, unknown>> => this.#calls.get(`/snapshots/${name}`),
    restore: (name: string): Promise<SandboxInfo> => this.#calls.post(`/snapshots/${name}/restore`, undefined),
    delete: (name: string): Promise<void> => this.#calls.delete(`/snapshots/${name}`),
  };

  /** Webhooks on their way, arrived or given up. */
  readonly deliveries = {
    list: async (): Promise<Schemas['Delivery'][]> =>
      (await this.#calls.get<Schemas['DeliveryList']>('/deliveries')).deliveries,
    replay: (id: string): Promise<Schemas['Delivery']> =>
      this.#calls.post(`/deliveries/${encodeURIComponent(id)}/replay`, undefined),
  };

  readonly jobs = {
    list: async (): Promise<Schemas['Job'][]> => {
      const { jobs } = await this.#calls.get<Schemas['JobList']>('/jobs');
      return jobs;
    },
    complete: (id: string): Promise<Schemas['Job']> =>
      this.#calls.post(`/jobs/${encodeURIComponent(id)}/complete`, undefined),
    fail: (id: string, message?: string): Promise<Schemas['Job']> =>
      this.#calls.post(`/jobs/${encodeURIComponent(id)}/fail`, message === undefined ? undefined : { message }),
  };

  /** A webhook receiver of the sandbox; it needs no creation. */
  inbox(name: string): Inbox {
    return new Inbox(`${this.#url}/_sim/inbox/${encodeURIComponent(name)}`, this.#send);
  }

  /** Does what only the outside world can do to an API; `info()` lists the actions. */
  action<const Api extends ApiWithActions, const Name extends ActionName<Api>>(
    api: Api,
    action: Name,
    input: InputOfAction<Api, Name>,
  ): Promise<Record<string, unknown>> {
    return this.#calls.post(`/actions/${api}/${action}`, input);
  }
}

/** A webhook receiver that keeps what it gets and answers as it was set up to. */
export class Inbox {
  /** Address to give out as a webhook. */
  readonly url: string;
  readonly #calls: ControlCalls;

  constructor(url: string, send: SendControl) {
    this.url = url;
    this.#calls = new ControlCalls(url, send);
  }

  /** The messages received; with `count` it waits until there are that many, up to `timeout` seconds of real time. */
  async messages({ count, timeout = 10 }: { count?: number; timeout?: number } = {}): Promise<InboxMessage[]> {
    const query = count === undefined ? '' : `?count=${count}&timeout=${timeout}`;
    const { messages } = await this.#calls.get<{ messages: InboxMessage[] }>(`/messages${query}`);
    return messages;
  }

  /** Tells how to answer the next messages; the last answer stays. */
  answer(answers: ReadonlyArray<{ status: number; times?: number; headers?: Record<string, string> }>): Promise<void> {
    return this.#calls.put('/answers', { answers });
  }

  clear(): Promise<void> {
    return this.#calls.delete('/messages');
  }
}
