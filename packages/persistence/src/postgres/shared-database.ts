import { type SandboxArchive, setRealTimeAlarm } from '@understudy/kernel';
import {
  monotonicNowMs,
  type OwnershipClaim,
  type SandboxOwnership,
  UnavailableError,
} from '@understudy/kernel/serving';
import { checkSecret } from '../check-secret.js';
import { defaultLease, type LeaseTimes, ProcessLease } from './lease.js';
import { openPostgres } from './open-postgres.js';
import { PostgresArchive } from './postgres-archive.js';
import { type Sql, toUnavailable } from './sql.js';

/**
 * A PostgreSQL database shared by several servers. Each sandbox is served by one server; a server without a lease
 * serves none.
 */
export class SharedDatabase implements SandboxOwnership {
  readonly archive: SandboxArchive;
  /** The connection, closed with the archive. */
  readonly sql: Sql;
  /** A connection reserved for the lease, so that queries do not delay its renewal. */
  readonly #renewing: Sql;
  readonly #times: LeaseTimes;
  #lease: ProcessLease | undefined;
  #onLost: () => void = () => undefined;
  #callOff: () => void = () => undefined;
  #isClosed = false;
  #isDraining = false;
  /** Monotonic time in milliseconds until which claims fail immediately. */
  #silentUntil = 0;

  private constructor(sql: Sql, renewing: Sql, times: LeaseTimes) {
    this.sql = sql;
    this.#renewing = renewing;
    this.#times = times;
    // No process has this id, so appends are rejected without a lease.
    this.archive = new PostgresArchive(sql, () => this.#lease?.id ?? '0');
  }

  /** @throws Error if the database cannot be used */
  static async open(url: string, times: LeaseTimes = defaultLease): Promise<SharedDatabase> {
    return new SharedDatabase(
      await openPostgres(url),
      await openPostgres(url, { connections: 1, statementTimeout: times.length }),
      times,
    );
  }

  /** Acquires the lease. @param address URL at which other servers reach this server */
  async announce(address: string): Promise<void> {
    this.#lease = await ProcessLease.enter(this.sql, address, () => this.#lost(address), {
      times: this.#times,
      renewing: this.#renewing,
    });
  }

  /** Returns the shared secret for links and tokens. @param make creates the secret if it is missing */
  async secret(make: () => string): Promise<string> {
    await this.sql.run`INSERT INTO understudy.secrets (secret) VALUES (${make()}) ON CONFLICT DO NOTHING`;
    const [row] = await this.sql.run<{ secret: string }[]>`SELECT secret FROM understudy.secrets`;
    if (row === undefined) throw new Error('The database contains no secret');
    return checkSecret(row.secret, 'the table understudy.secrets');
  }

  /** Id of this process; undefined without a lease. */
  get process(): string | undefined {
    return this.#lease?.id;
  }

  get isHeld(): boolean {
    return this.#lease?.isHeld === true;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  drain(): void {
    this.#isDraining = true;
    this.#lease?.drain();
  }

  async claim(sandbox: string): Promise<OwnershipClaim> {
    if (this.#lease === undefined) throw new UnavailableError('This server has no lease of the database at the moment');
    if (monotonicNowMs() < this.#silentUntil) throw silent();
    const claim = this.#lease.claim(sandbox);
    // Handles a late failure that no caller awaits.
    claim.catch(() => undefined);
    let disarm = () => {};
    const timeout = new Promise<never>((_resolve, reject) => {
      disarm = setRealTimeAlarm(claimTimeoutMs, () => {
        // Requests within the next second do not wait again.
        this.#silentUntil = monotonicNowMs() + claimTimeoutMs;
        reject(silent());
      });
    });
    return await Promise.race([claim, timeout])
      .catch((error: unknown) => Promise.reject(toUnavailable(error)))
      .finally(disarm);
  }

  async release(sandbox: string): Promise<void> {
    await this.#lease?.release(sandbox).catch((error: unknown) => Promise.reject(toUnavailable(error)));
  }

  async due(now: number, most: number): Promise<string[]> {
    if (!this.isHeld) return [];
    const due = this.#lease?.due(now, most) ?? [];
    return await Promise.resolve(due).catch((error: unknown) => Promise.reject(toUnavailable(error)));
  }

  onLost(listener: () => void): void {
    this.#onLost = listener;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#callOff();
    // If the database is unreachable, the lease expires.
    await this.#lease?.leave().catch(() => undefined);
    await this.#renewing.end();
    await this.archive.close();
  }

  #lost(address: string): void {
    this.#lease = undefined;
    this.#onLost();
    this.#enterAgain(address, 0);
  }

  #enterAgain(address: string, milliseconds: number): void {
    if (this.#isClosed || this.#isDraining) return;
    this.#callOff = setRealTimeAlarm(milliseconds, () => {
      this.announce(address).catch(() => this.#enterAgain(address, this.#times.renewal));
    });
  }
}

/**
 * Milliseconds within which the database must respond. Ignoring a later response is safe, because a claim can be
 * repeated.
 */
const claimTimeoutMs = 1000;

function silent(): UnavailableError {
  return new UnavailableError('The database does not respond at the moment');
}
