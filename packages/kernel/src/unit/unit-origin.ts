import type { SettingValues } from '../api/define-setting.js';
import type { Signer } from '../auth/signer.js';
import type { TokenService } from '../auth/token-service.js';
import type { Ids } from '../ids.js';
import type { JournalEntry } from '../journal/journal-entry.js';
import type { Random } from '../random.js';
import type { KernelRecords } from '../store/kernel-records.js';
import type { UnitOfWork } from '../store/store.js';
import type { Work } from '../threads/worker-pool.js';
import type { Delivery, WebhookOrigin } from '../webhooks/delivery.js';
import type { WebhookRequest } from '../webhooks/webhook-policy.js';
import type { StoredTimer } from './define-timer.js';
import type { JobRecord, RunRecord } from './job-record.js';

/** Which API works, in which sandbox, and which journal entry caused it. */
export interface UnitOrigin {
  readonly sandbox: UnitSandbox;
  /** Name of the API. */
  readonly api: string;
  readonly cause: number | null;
}

/** What a unit of work may use of its sandbox. */
export interface UnitSandbox {
  readonly clock: {
    now(): Date;
    /** A number among the timers of the sandbox. */
    reserve(): number;
  };
  readonly ids: Ids;
  readonly random: Random;
  readonly settings: { ofApi(api: string): SettingValues };
  readonly tokens: TokenService;
  readonly signer: Signer;
  readonly journal: { readonly next: number; append(entry: Omit<JournalEntry, 'seq'>): unknown };
  readonly timers: {
    /** @throws Error when the API does nothing about timers of this kind */
    handler(api: string, kind: string): unknown;
    arm(api: string, timer: StoredTimer): void;
    disarm(api: string, id: string): void;
  };
  readonly webhooks: {
    /** A delivery that is to be stored. */
    prepare(origin: WebhookOrigin, request: WebhookRequest): Delivery;
    /** Begins with one that is stored. */
    take(delivery: Delivery): void;
    /** The deliveries that a cancellation would end, as they are then. */
    cancelled(api: string, reference: string): Delivery[];
    cancel(api: string, reference: string): void;
  };
  readonly jobs: {
    /** The state that a new job of this kind is in. @throws Error when the API has no such kind */
    initialState(api: string, kind: string): string;
    /** What is to be stored of the run of a job. */
    prepare(job: JobRecord): RunRecord;
    /** Begins with a job whose records are stored. */
    accept(job: JobRecord, record: RunRecord): void;
    notePoll(id: string): void;
    stop(id: string): Promise<boolean>;
  };
  readonly kernel: KernelRecords;
  /** Opens a unit of work on the sandbox's records. */
  begin(): UnitOfWork;
  compute<Output>(work: Work, input: unknown): Promise<Output>;
}
