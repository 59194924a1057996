import type { ControlComponents } from '@understudy/server';
import {
  type ActionInput,
  type ActionName,
  type ApiWithActions,
  ControlClient,
  type KnownSettings,
  type SendControl,
} from './control-calls.js';
import {
  type ApiWithRecords,
  type CollectionName,
  RecordCollection,
  type RecordOwner,
  type StoredRecord,
} from './record-collection.js';

type Schemas = ControlComponents['schemas'];

export type SandboxInfo = Schemas['Sandbox'];
export type ClockInfo = Schemas['Clock'];
export type JournalEntry = Schemas['JournalEntry'];
export type JournalFilter = Schemas['JournalMatch'];
/** A filter for journal entries. */
export type JournalQuery = JournalFilter & { after?: number; limit?: number; last?: number; order?: 'asc' | 'desc' };
export type InboxMessage = Schemas['Message'];
export type SettingsPatch = Omit<Schemas['SettingsPatch'], 'apis'> & {
  /** Settings by API. The names and values of built-in APIs' settings are type-checked. */
  readonly apis?: KnownSettings & { readonly [api: string]: object };
};
export type FaultRule = Schemas['Fault'];
/** The requests that a rule applies to. */
export type FaultMatch = NonNullable<FaultRule['match']>;
/** A custom response: status, headers and body, or a patch for the simulator's response. */
export type CustomResponse = FaultRule['effect'] & Pick<FaultRule, 'id' | 'times' | 'ttl' | 'until'>;

export type RecordChange = Schemas['RecordChange'];
/** Selects the two states to compare. */
export interface ChangesQuery {
  readonly fromSnapshot?: string;
  readonly toSnapshot?: string;
  /** Starts from the state before this journal entry. */
  readonly fromEntry?: number;
  readonly toEntry?: number;
  readonly limit?: number;
}

/** A sandbox and its control plane. */
export interface SandboxHandle {
  readonly name: string;
  /** Base URL of the sandbox. */
  readonly url: string;
  readonly control: Control;
}

/** The typed control plane of one sandbox. Methods throw {@link ControlError} for an error response. */
export class Control {
  readonly #calls: ControlClient;
  readonly #send: SendControl;
  readonly #url: string;

  /** @param url base URL of the sandbox, without `/_sim` */
  constructor(url: string, send: SendControl) {
    this.#url = url;
    this.#send = send;
    this.#calls = new ControlClient(`${url}/_sim`, send);
  }

  info(): Promise<Schemas['Info']> {
    return this.#calls.get('');
  }

  readonly clock = {
    get: (): Promise<ClockInfo> => this.#calls.get('/clock'),
    /** @param setting the mode, a factor for `scaled`, and `at`, an ISO 8601 start time */
    set: (setting: Schemas['ClockSetting']): Promise<ClockInfo> => this.#calls.put('/clock', setting),
  };

  /**
   * Advances the clock and resolves once everything that was due has run.
   *
   * @param step ISO 8601 duration such as `PT59M`, or the time to advance to
   */
  advance(step: string | { to: string }): Promise<Schemas['AdvancedClock']> {
    return this.#calls.post('/clock/advance', typeof step === 'string' ? { by: step } : step);
  }

  /** Resets the sandbox to its initial seed, clock and settings. */
  reset(): Promise<SandboxInfo> {
    return this.#calls.post('/reset', undefined);
  }

  /** Replaces the state with a named seed, or with data by API. */
  seed(seed: 'demo' | 'empty' | { data: Record<string, unknown> }): Promise<SandboxInfo> {
    return this.#calls.post('/seed', typeof seed === 'string' ? { seed } : seed);
  }

  readonly settings = {
    get: (): Promise<Schemas['Settings']> => this.#calls.get('/settings'),
    change: (patch: SettingsPatch): Promise<Schemas['Settings']> => this.#calls.patch('/settings', patch),
  };

  readonly sandboxes = {
    list: async (): Promise<SandboxInfo[]> => (await this.#calls.get<Schemas['SandboxList']>('/sandboxes')).sandboxes,
    create: async (name: string, options: Omit<Schemas['SandboxCreation'], 'name'> = {}): Promise<SandboxHandle> => {
      const { url } = await this.#calls.post<SandboxInfo>('/sandboxes', { name, ...options });
      return { name, url, control: new Control(url, this.#send) };
    },
    delete: (name: string): Promise<void> => this.#calls.delete(`/sandboxes/${name}`),
  };

  readonly journal = {
    /**
     * Returns the matching entries, oldest first. `last` returns only the newest entries; `order: 'desc'` returns the
     * newest first.
     */
    list: async (match: JournalQuery = {}): Promise<JournalEntry[]> =>
      (await this.#calls.get<{ entries: JournalEntry[] }>(`/journal?${toQuery(match)}`)).entries,
    /** Waits in real time until `count` entries match, for at most an ISO 8601 duration. */
    wait: async (match: JournalFilter, { count = 1, timeout = 'PT10S' } = {}): Promise<JournalEntry[]> => {
      const { entries } = await this.#calls.post<{ entries: JournalEntry[] }>('/journal/wait', {
        match,
        count,
        timeout,
      });
      return entries;
    },
  };

  /** The behavior model of an API that is inferred from a description, for all sandboxes. */
  readonly model = {
    /** Returns the changed lines. With `whole`, returns all statements, with reasons for the inferred ones. */
    get: (api: string, { whole = false } = {}): Promise<Schemas['BehaviorModel']> =>
      this.#calls.get(`/apis/${encodeURIComponent(api)}/model${whole ? '?whole=true' : ''}`),
    /** Lists sentences of the description that look like rules but are not simulated, with lines that add them. */
    listUnread: async (api: string): Promise<Schemas['ApiBehavior']['unread']> =>
      (await this.#calls.get<Schemas['ApiBehavior']>(`/apis/${encodeURIComponent(api)}/behavior`)).unread,
    /** Replaces the changed lines until the server stops. @throws ControlError that locates each invalid statement */
    set: (api: string, changes: Readonly<Record<string, unknown>>): Promise<Schemas['BehaviorModel']> =>
      this.#calls.put(`/apis/${encodeURIComponent(api)}/model`, changes),
    /**
     * Checks changed lines. Compares the responses to the sandbox's last requests without and with the changes.
     *
     * @throws ControlError that locates each invalid statement
     */
    try: (
      api: string,
      changes: Readonly<Record<string, unknown>>,
      { last = 20 } = {},
    ): Promise<Schemas['ModelTrial']> =>
      this.#calls.post(`/apis/${encodeURIComponent(api)}/model/try?last=${last}`, changes),
  };

  /** Fault rules. `set` replaces all of them. */
  readonly faults = {
    list: async (): Promise<Schemas['FaultStanding'][]> =>
      (await this.#calls.get<Schemas['FaultList']>('/faults')).faults,
    set: async (faults: readonly FaultRule[]): Promise<Schemas['FaultStanding'][]> =>
      (await this.#calls.put<Schemas['FaultList']>('/faults', { faults })).faults,
    /** Disables or enables a rule. Its counts do not change. */
    switch: async (id: string, enabled: boolean): Promise<Schemas['FaultStanding'][]> =>
      (await this.#calls.patch<Schemas['FaultList']>(`/faults/${encodeURIComponent(id)}`, { enabled })).faults,
    remove: (id: string): Promise<void> => this.#calls.delete(`/faults/${encodeURIComponent(id)}`),
    clear: (): Promise<void> => this.#calls.delete('/faults'),
  };

  /**
   * Returns a custom response to matching requests. The new rule precedes all existing ones.
   *
   * @param match properties of the request, or a method and path such as `GET /users/{id}`
   * @returns the fault rule; `faults.remove(id)` removes it
   *
   * @example
   * await simulators.control.answer('GET /users/{id}', { body: { name: 'Ada' }, times: 1 });
   */
  async answer(match: FaultMatch | string, answer: CustomResponse): Promise<Schemas['FaultStanding']> {
    const { id, times, ttl, until, ...effect } = answer;
    const rule = { match: typeof match === 'string' ? toMatch(match) : match, effect, id, times, ttl, until };
    const { faults } = await this.#calls.post<Schemas['FaultList']>('/faults?place=first', rule);
    const [added] = faults;
    if (added === undefined) throw new Error('The server did not add the rule');
    return added;
  }

  /** Snapshots of the whole sandbox, each a JSON value. */
  readonly snapshots = {
    list: async (): Promise<Schemas['SnapshotInfo'][]> =>
      (await this.#calls.get<Schemas['SnapshotList']>('/snapshots')).snapshots,
    /** Takes a snapshot, or stores the given one, under a name. */
    put: (name: string, snapshot?: unknown): Promise<Schemas['SnapshotInfo']> =>
      this.#calls.put(`/snapshots/${name}`, snapshot),
    get: (name: string): Promise<Record<string, unknown>> => this.#calls.get(`/snapshots/${name}`),
    restore: (name: string): Promise<SandboxInfo> => this.#calls.post(`/snapshots/${name}/restore`, undefined),
    delete: (name: string): Promise<void> => this.#calls.delete(`/snapshots/${name}`),
  };

  /** Pending, delivered and failed webhooks. */
  readonly deliveries = {
    list: async (): Promise<Schemas['Delivery'][]> =>
      (await this.#calls.get<Schemas['DeliveryList']>('/deliveries')).deliveries,
    replay: (id: string): Promise<Schemas['Delivery']> =>
      this.#calls.post(`/deliveries/${encodeURIComponent(id)}/replay`, undefined),
  };

  readonly jobs = {
    list: async (): Promise<Schemas['Job'][]> => (await this.#calls.get<Schemas['JobList']>('/jobs')).jobs,
    complete: (id: string): Promise<Schemas['Job']> =>
      this.#calls.post(`/jobs/${encodeURIComponent(id)}/complete`, undefined),
    fail: (id: string, message?: string): Promise<Schemas['Job']> =>
      this.#calls.post(`/jobs/${encodeURIComponent(id)}/fail`, message === undefined ? undefined : { message }),
  };

  /**
   * Returns the stored records of a collection, for reading and editing.
   *
   * @param owner the client and tenant that own the records. Omit it for records of the API itself
   * @throws ControlError with the findings if a record does not match the schema of its collection
   *
   * @example
   * const invoices = control.collection('einvoicing', 'invoices', { clientId: companyId, tenantId: companyId });
   * await invoices.update(invoiceId, { status: 'FAILED' });
   */
  collection<const Api extends ApiWithRecords, const Name extends CollectionName<Api>>(
    api: Api,
    name: Name,
    owner?: RecordOwner,
  ): RecordCollection<StoredRecord<Api, Name>> {
    return new RecordCollection(this.#calls, { api, name, owner });
  }

  /** Returns the collections that contain records. */
  async collections(): Promise<Schemas['CollectionInfo'][]> {
    return (await this.#calls.get<Schemas['CollectionList']>('/records')).collections;
  }

  /**
   * Returns the records that changed since the sandbox was created, reset or seeded, or between two snapshots or
   * journal entries. The result is the same for the same requests, so a test can compare it with a stored snapshot.
   */
  async changes(between: ChangesQuery = {}): Promise<RecordChange[]> {
    return (await this.#calls.get<Schemas['ChangeList']>(`/diff?${toQuery(between)}`)).changes;
  }

  /** Restores the state before a journal entry, by default before the latest edit of a record. */
  undo(before?: number): Promise<Schemas['Undone']> {
    return this.#calls.post('/undo', before === undefined ? undefined : { before });
  }

  /** Returns a webhook receiver of the sandbox, which is created on first use. */
  inbox(name: string): Inbox {
    return new Inbox(`${this.#url}/_sim/inbox/${encodeURIComponent(name)}`, this.#send);
  }

  /** Runs an action that simulates an external event. `info()` lists the actions. */
  action<const Api extends ApiWithActions, const Name extends ActionName<Api>>(
    api: Api,
    action: Name,
    input: ActionInput<Api, Name>,
  ): Promise<Record<string, unknown>> {
    return this.#calls.post(`/actions/${api}/${action}`, input);
  }
}

function toQuery(values: object): URLSearchParams {
  return new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]));
}

function toMatch(text: string): Record<string, string> {
  const [method = '', path] = text.split(' ');
  return path === undefined ? { path: method } : { method, path };
}

/** A webhook receiver that stores messages and returns configured responses. */
export class Inbox {
  /** Webhook URL of the inbox. */
  readonly url: string;
  readonly #calls: ControlClient;

  constructor(url: string, send: SendControl) {
    this.url = url;
    this.#calls = new ControlClient(url, send);
  }

  /** Returns the received messages. With `count`, waits for that many, up to `timeout` seconds of real time. */
  async messages({ count, timeout = 10 }: { count?: number; timeout?: number } = {}): Promise<InboxMessage[]> {
    const query = count === undefined ? '' : `?count=${count}&timeout=${timeout}`;
    const { messages } = await this.#calls.get<{ messages: InboxMessage[] }>(`/messages${query}`);
    return messages;
  }

  /** Sets the responses to the next messages. The last one repeats. */
  answer(answers: ReadonlyArray<{ status: number; times?: number; headers?: Record<string, string> }>): Promise<void> {
    return this.#calls.put('/answers', { answers });
  }

  clear(): Promise<void> {
    return this.#calls.delete('/messages');
  }
}
