import type { SettingValues } from '../api/define-setting.js';
import type { TextSigner } from '../auth/signer.js';
import type { TokenService } from '../auth/token-service.js';
import type { IdGenerator } from '../id-generator.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { RandomSource } from '../random.js';
import type { KernelRecords } from '../store/kernel-records.js';
import type { UnitOfWork } from '../store/store.js';
import type { WorkerFunction } from '../threads/worker-pool.js';
import type { WebhookDelivery, WebhookOrigin } from '../webhooks/delivery.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';
import type { StoredTimer } from './define-timer.js';
import type { JobRecord, RunRecord } from './job-record.js';
import type { LiveFeeds } from './live-feed.js';

/** The API, sandbox and journal entry from which a unit of work originates. */
export interface UnitOrigin {
  readonly sandbox: UnitSandbox;
  readonly api: string;
  readonly cause: number | null;
  /** Called during the commit, before its changes are recorded. */
  onCommit?(): void;
}

/** The parts of a sandbox that units of work use. */
export interface UnitSandbox {
  readonly clock: {
    now(): Date;
    /** Reserves a position among the timers of the sandbox. */
    reserve(): number;
  };
  readonly ids: IdGenerator;
  readonly random: RandomSource;
  readonly settings: { ofApi(api: string): SettingValues };
  readonly tokens: TokenService;
  readonly signer: TextSigner;
  readonly journal: { readonly next: number; append(entry: Omit<JournalEntry, 'seq'>): unknown };
  readonly timers: {
    /** @throws Error if the API has no handler for this kind */
    handler(api: string, kind: string): unknown;
    arm(api: string, timer: StoredTimer): void;
    disarm(api: string, id: string): void;
  };
  readonly webhooks: {
    prepare(origin: WebhookOrigin, request: WebhookRequest): WebhookDelivery;
    take(delivery: WebhookDelivery): void;
    /** Returns the deliveries that a cancellation would change. */
    cancelled(api: string, reference: string): WebhookDelivery[];
    cancel(api: string, reference: string): void;
  };
  readonly jobs: {
    /** Returns the initial state of a new job. @throws Error for an unknown kind */
    initialState(api: string, kind: string): string;
    prepare(job: JobRecord): RunRecord;
    accept(job: JobRecord, record: RunRecord): void;
    notePoll(id: string): void;
    stop(id: string): Promise<boolean>;
  };
  readonly feeds: LiveFeeds;
  readonly kernel: KernelRecords;
  begin(): UnitOfWork;
  compute<Output>(work: WorkerFunction, input: unknown): Promise<Output>;
}
