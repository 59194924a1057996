import { setRealTimeAlarm } from '@understudy/kernel';
import { monotonicNowMs, type OwnershipClaim, UnavailableError, wallNowMs } from '@understudy/kernel/serving';
import { type RunSql, type Sql, SqlText } from './sql.js';
import { type SandboxMetadataRow, sandboxMetadataColumns, toArchivedSandbox } from './to-archived-sandbox.js';

/** Lease duration and renewal interval in milliseconds. */
export interface LeaseTimes {
  readonly length: number;
  readonly renewal: number;
}

/** A lease of three seconds, renewed every second. */
export const defaultLease: LeaseTimes = { length: 3000, renewal: 1000 };

/**
 * When a lease ends, measured with two clocks of this machine. The earlier time counts: the wall clock can step back,
 * and the monotonic one stops while the machine sleeps.
 */
interface LeaseEnd {
  readonly wall: number;
  readonly monotonic: number;
}

function leaseEndAfter(milliseconds: number): LeaseEnd {
  return { wall: wallNowMs() + milliseconds, monotonic: monotonicNowMs() + milliseconds };
}

/**
 * The lease of a process in a shared database. It is a single row, renewed for all its sandboxes, and expires by the
 * database's clock.
 */
export class ProcessLease {
  readonly #sql: Sql;
  readonly #renewing: Sql;
  readonly #times: LeaseTimes;
  readonly id: string;
  #until: LeaseEnd;
  #nextRenewal: (() => void) | undefined;
  #left = false;
  #isDraining = false;
  readonly #onLost: () => void;

  private constructor(
    { sql, renewing }: { readonly sql: Sql; readonly renewing: Sql },
    id: string,
    until: LeaseEnd,
    times: LeaseTimes,
    onLost: () => void,
  ) {
    this.#sql = sql;
    this.#renewing = renewing;
    this.id = id;
    this.#times = times;
    this.#onLost = onLost;
    this.#until = until;
    this.#arm(times.renewal);
  }

  /**
   * Registers a process and renews its lease.
   * @param onLost called once, when the lease has expired for good. A lost connection only makes {@link
   * ProcessLease.isHeld} false
   */
  static async enter(
    sql: Sql,
    address: string,
    onLost: () => void,
    { times = defaultLease, renewing = sql }: { times?: LeaseTimes; renewing?: Sql } = {},
  ): Promise<ProcessLease> {
    // Computed first, so that it is earlier than the end that the database computes.
    const until = leaseEndAfter(times.length);
    const [row] = await sql.run<{ id: string }[]>`
      INSERT INTO understudy.processes (address, until)
      VALUES (${address}, clock_timestamp() + make_interval(secs => ${times.length / 1000})) RETURNING id`;
    if (row === undefined) throw new Error('The database returned no lease');
    return new ProcessLease({ sql, renewing }, row.id, until, times, onLost);
  }

  get isHeld(): boolean {
    return !this.#left && wallNowMs() < this.#until.wall && monotonicNowMs() < this.#until.monotonic;
  }

  drain(): void {
    this.#isDraining = true;
  }

  /** Implements {@link SandboxOwnership.claim}. New sandboxes start with epoch 1. */
  async claim(sandbox: string): Promise<OwnershipClaim> {
    // The common case, which needs no locks: another process owns the sandbox.
    const [owner] = await this.#sql.run<{ address: string }[]>`
      SELECT p.address FROM understudy.sandboxes s JOIN understudy.processes p ON p.id = s.process
      WHERE s.name = ${sandbox} AND p.id <> ${this.id} AND ${leaseIsValid}`;
    if (owner !== undefined) return { kind: 'other', address: owner.address };
    const claim = await this.#sql.begin((transaction) => this.#claim(transaction, sandbox));
    return claim ?? (await this.claim(sandbox));
  }

  async release(sandbox: string): Promise<void> {
    await this.#sql.run`
      DELETE FROM understudy.sandboxes s WHERE name = ${sandbox} AND process = ${this.id} AND ${isEmpty}`;
    await this.#sql.run`
      UPDATE understudy.sandboxes SET process = NULL WHERE name = ${sandbox} AND process = ${this.id}`;
  }

  async due(now: number, most: number): Promise<string[]> {
    if (this.#isDraining) return [];
    await this.#sql.run`
      WITH idle AS (
        SELECT s.id FROM understudy.sandboxes s
        LEFT JOIN understudy.processes p ON p.id = s.process AND ${leaseIsValid}
        WHERE p.id IS NULL AND s.name !~ '^:' AND (
          (${isEmpty}) OR
          (s.name <> 'default' AND s.last_used > 0 AND s.wakes_at IS DISTINCT FROM 0
            AND s.last_used + LEAST(s.time_to_live, ${longest}) <= ${now}))
        FOR UPDATE OF s SKIP LOCKED
      ), gone AS (DELETE FROM understudy.sandboxes USING idle WHERE sandboxes.id = idle.id RETURNING sandboxes.id)
      DELETE FROM understudy.records USING gone WHERE sandbox = gone.id`;
    const rows = await this.#sql.run<{ name: string }[]>`
      SELECT s.name FROM understudy.sandboxes s
      LEFT JOIN understudy.processes p ON p.id = s.process AND ${leaseIsValid}
      WHERE s.wakes_at <= ${now} AND p.id IS NULL ORDER BY s.wakes_at LIMIT ${most}`;
    return rows.map(({ name }) => name);
  }

  /** Releases the lease and all sandboxes, and removes old processes. */
  async leave(): Promise<void> {
    if (this.#left) return;
    this.#end();
    await this.#sql.run`UPDATE understudy.sandboxes SET process = NULL WHERE process = ${this.id}`;
    await this.#sql.run`
      DELETE FROM understudy.processes
      WHERE id = ${this.id} OR until < clock_timestamp() - make_interval(hours => 1)`;
  }

  /** Claims a sandbox. Returns undefined if it was deleted concurrently. */
  async #claim(transaction: RunSql, sandbox: string): Promise<OwnershipClaim | undefined> {
    if (!this.#isDraining) {
      await transaction`
        INSERT INTO understudy.sandboxes (name, epoch, kept, time_to_live, last_used)
        VALUES (${sandbox}, 0, false, ${Number.MAX_SAFE_INTEGER}, 0) ON CONFLICT (name) DO NOTHING`;
    }
    const [row] = await transaction<SandboxRow[]>`
      SELECT id, epoch, process, ${sandboxMetadataColumns},
        EXISTS (SELECT 1 FROM understudy.records r WHERE r.sandbox = s.id) AS filled
      FROM understudy.sandboxes s WHERE name = ${sandbox} FOR UPDATE`;
    await requireLease(transaction, this.id);
    const archived = row?.filled === true ? toArchivedSandbox(row) : undefined;
    if (row !== undefined) {
      if (row.process === this.id) return { kind: 'own', epoch: Number(row.epoch), archived };
      const [owner] = await transaction<{ address: string }[]>`
        SELECT address FROM understudy.processes p WHERE id = ${row.process} AND ${leaseIsValid}`;
      if (owner !== undefined) return { kind: 'other', address: owner.address };
    }
    if (this.#isDraining) return { kind: 'other', address: await anotherOf(transaction, this.id) };
    if (row === undefined) return undefined;
    const epoch = Number(row.epoch) + 1;
    // The previous owner must not renew its lease.
    await transaction`
      UPDATE understudy.processes SET until = '-infinity' WHERE id = ${row.process} AND until > '-infinity'`;
    await transaction`
      UPDATE understudy.sandboxes SET process = ${this.id}, epoch = ${epoch} WHERE id = ${row.id}`;
    return { kind: 'own', epoch, archived };
  }

  #arm(milliseconds: number): void {
    this.#nextRenewal = setRealTimeAlarm(milliseconds, () => void this.#renew());
  }

  async #renew(): Promise<void> {
    const { length, renewal } = this.#times;
    const until = leaseEndAfter(length);
    // If there is no response, the lease expires unless a later renewal succeeds.
    const renewed = await this.#renewing.run<{ id: string }[]>`
      UPDATE understudy.processes p SET until = clock_timestamp() + make_interval(secs => ${length / 1000})
      WHERE id = ${this.id} AND ${leaseIsValid} RETURNING id`.catch(() => undefined);
    if (this.#left) return;
    if (renewed?.length === 0) {
      this.#end();
      this.#onLost();
      return;
    }
    if (renewed !== undefined) this.#until = until;
    this.#arm(renewed === undefined ? renewal / 5 : renewal);
  }

  #end(): void {
    this.#left = true;
    this.#nextRenewal?.();
  }
}

/** Returns the address of any other live process. @throws UnavailableError if there is none */
async function anotherOf(transaction: RunSql, process: string): Promise<string> {
  const [other] = await transaction<{ address: string }[]>`
    SELECT address FROM understudy.processes
    WHERE id <> ${process} AND until > clock_timestamp() ORDER BY random() LIMIT 1`;
  if (other === undefined)
    throw new UnavailableError('This server is shutting down, and no other server is available at the moment');
  return other.address;
}

/** SQL condition that nothing was stored for sandbox `s`, because its creation failed. */
const isEmpty = new SqlText(
  's.last_used = 0 AND NOT EXISTS (SELECT 1 FROM understudy.records r WHERE r.sandbox = s.id)',
);

interface SandboxRow extends SandboxMetadataRow {
  readonly id: string;
  readonly epoch: string;
  readonly process: string | null;
  readonly filled: boolean;
}

/** Maximum number of milliseconds that can be added to an instant. */
const longest = 10 ** 15;

/** The lease has expired, so other processes can own the sandboxes. */
export class LeaseLostError extends UnavailableError {
  constructor() {
    super('The lease of this process has run out; others may serve its sandboxes by now');
    this.name = 'LeaseLost';
  }
}

/**
 * Requires a valid lease. Call it with the sandbox rows locked, so that no process can take them over.
 * @throws LeaseLostError if the lease is invalid
 */
export async function requireLease(transaction: RunSql, process: string): Promise<void> {
  const [row] = await transaction<{ held: boolean }[]>`
    SELECT ${leaseIsValid} AS held FROM understudy.processes p WHERE id = ${process}`;
  if (row?.held !== true) throw new LeaseLostError();
}

/**
 * SQL condition that the lease of process `p` is valid. Leases that were valid when the database stopped are extended
 * after its restart.
 */
export const leaseIsValid = new SqlText(`(p.until > clock_timestamp() OR (
  p.until > pg_postmaster_start_time() - interval '30 seconds' AND
  clock_timestamp() < pg_postmaster_start_time() + interval '3 seconds'))`);
