import { stringifyJson } from '@understudy/contract';
import { OlderStateError, StaleEpochError } from '@understudy/kernel';
import { defaultSandboxMetadata } from '@understudy/kernel/serving';
import type { Append } from './append-queue.js';
import { leaseIsValid, requireLease } from './lease.js';
import { addSerializedChange, createNetChanges, type NetChanges } from './net-changes.js';
import type { RunSql } from './sql.js';

interface SandboxRow {
  readonly id: string;
  readonly name: string;
  readonly epoch: string;
  readonly process: string | null;
  readonly commits: string;
}

/** Changes of a sandbox to write in one transaction. */
interface Draft {
  readonly row: SandboxRow | undefined;
  readonly epoch: number;
  /** Number of this commit. */
  readonly commits: number;
  readonly changes: NetChanges;
}

interface Owner {
  /** Id of this process; undefined if it does not share the database. */
  readonly process: string | undefined;
  /** Numbers of this process's latest commits. */
  readonly stored: CommitNumbers;
}

interface Written {
  /** The rejected appends. All others are written. */
  readonly refused: Map<Append, Error>;
  /** The written changes by sandbox. */
  readonly drafts: ReadonlyMap<string, Draft>;
}

/** Maximum number of sandboxes to remember, which is far more than a server has active. */
const maxRemembered = 10_000;

/** Writes appends in a transaction if this process owns their sandboxes and the database has their latest state. */
export async function writeAppends(
  transaction: RunSql,
  appends: readonly Append[],
  { process, stored }: Owner,
): Promise<Written> {
  const names = [...new Set(appends.map(({ sandbox }) => sandbox))];
  // Ordered by name to prevent deadlocks.
  const rows = await transaction<SandboxRow[]>`
    SELECT id, name, epoch, process, commits FROM understudy.sandboxes
    WHERE name = ANY(${names}::text[]) ORDER BY name FOR UPDATE`;
  if (process !== undefined) await requireLease(transaction, process);
  const drafts = new Map<string, Draft>();
  const refused = new Map<Append, Error>();
  for (const append of appends) {
    const { sandbox, epoch, steps } = append;
    const draft = drafts.get(sandbox);
    const row = rows.find(({ name }) => name === sandbox);
    const current = draft?.epoch ?? Number(row?.epoch ?? epoch);
    const latest = isShared(sandbox) ? undefined : stored.get(sandbox, epoch);
    const isOlder = draft === undefined && latest !== undefined && isOlderState(row, epoch, latest);
    const isOwn = draft !== undefined || process === undefined || isShared(sandbox) || row?.process === process;
    const isReplaced = steps[0]?.kind === 'clear';
    const isForeign = !isOwn && (!isOlder || (isReplaced && (await hasOwner(transaction, row))));
    if (epoch < current || isForeign) refused.set(append, new StaleEpochError(sandbox, epoch, current));
    else if (isOlder && !isReplaced)
      refused.set(append, new OlderStateError(sandbox, Number(row?.commits ?? 0), latest));
    else {
      const changes = draft?.changes ?? createNetChanges();
      for (const step of steps) addSerializedChange(changes, step);
      const commits = draft?.commits ?? Math.max(Number(row?.commits ?? 0), latest ?? 0) + 1;
      drafts.set(sandbox, { row, epoch, commits, changes });
    }
  }
  const ids: string[] = [];
  for (const [name, draft] of drafts) ids.push(await writeDraft({ transaction, process }, name, draft));
  await transaction`
    UPDATE understudy.sandboxes s SET commits = n.commits
    FROM unnest(${ids}::bigint[], ${[...drafts.values()].map(({ commits }) => commits)}::bigint[]) AS n (id, commits)
    WHERE s.id = n.id`;
  return { refused, drafts };
}

/** Returns whether the state in the database is older than this process's latest commit. */
function isOlderState(row: SandboxRow | undefined, epoch: number, latest: number): boolean {
  return row === undefined || Number(row.epoch) < epoch || Number(row.commits) < latest;
}

/** Returns whether a process holds the lease of a sandbox. */
async function hasOwner(transaction: RunSql, row: SandboxRow | undefined): Promise<boolean> {
  const process = row?.process ?? null;
  const owners = await transaction`SELECT 1 FROM understudy.processes p WHERE id = ${process} AND ${leaseIsValid}`;
  return owners.length > 0;
}

/** Returns whether a name is for data that is not a sandbox and therefore belongs to no process. */
export function isShared(name: string): boolean {
  return name.startsWith(':');
}

async function writeDraft(
  { transaction, process }: { transaction: RunSql; process: string | undefined },
  name: string,
  { row, epoch, changes }: Draft,
): Promise<string> {
  const { kept, timeToLive, lastUsed, wakesAt, summary } = changes.metadata ?? defaultSandboxMetadata;
  const summaryText = stringifyJson(summary);
  const owner = process === undefined || isShared(name) ? (row?.process ?? null) : process;
  const id =
    row?.id ??
    (
      await transaction<{ id: string }[]>`
        INSERT INTO understudy.sandboxes (name, epoch, process, kept, time_to_live, last_used, wakes_at, summary)
        VALUES (${name}, ${epoch}, ${owner}, ${kept}, ${timeToLive}, ${lastUsed}, ${wakesAt}, ${summaryText})
        RETURNING id`
    )[0]?.id ??
    '';
  if (row !== undefined && (Number(row.epoch) !== epoch || row.process !== owner)) {
    await transaction`UPDATE understudy.sandboxes SET epoch = ${epoch}, process = ${owner} WHERE id = ${id}`;
  }
  if (row !== undefined && changes.metadata !== undefined) {
    await transaction`
      UPDATE understudy.sandboxes
      SET kept = ${kept}, time_to_live = ${timeToLive}, last_used = ${lastUsed}, wakes_at = ${wakesAt},
          summary = ${summaryText}
      WHERE id = ${id}`;
  }
  if (changes.cleared) await transaction`DELETE FROM understudy.records WHERE sandbox = ${id}`;
  if (changes.deletes.size > 0) {
    await transaction`
      DELETE FROM understudy.records WHERE sandbox = ${id}
      AND address IN (SELECT decode(a, 'hex') FROM unnest(${[...changes.deletes]}::text[]) AS a)`;
  }
  const puts = [...changes.puts.values()];
  if (puts.length > 0) {
    await transaction`
      INSERT INTO understudy.records (sandbox, address, partition, collection, key, value)
      SELECT ${id}, decode(a, 'hex'), p, c, k, v FROM unnest(
        ${puts.map(({ address }) => address)}::text[], ${puts.map(({ partition }) => partition)}::text[],
        ${puts.map(({ collection }) => collection)}::text[], ${puts.map(({ key }) => key)}::text[],
        ${puts.map(({ value }) => value)}::text[]) AS t (a, p, c, k, v)
      ON CONFLICT (sandbox, address) DO UPDATE SET value = EXCLUDED.value`;
  }
  return id;
}

/** The latest commit number of each sandbox that this process has read or stored. */
export class CommitNumbers {
  readonly #latest = new Map<string, { readonly epoch: number; readonly commits: number }>();

  /** Returns undefined if the sandbox was not used in this epoch. */
  get(sandbox: string, epoch: number): number | undefined {
    const latest = this.#latest.get(sandbox);
    return latest?.epoch === epoch ? latest.commits : undefined;
  }

  set(sandbox: string, epoch: number, commits: number): void {
    this.#latest.delete(sandbox);
    this.#latest.set(sandbox, { epoch, commits });
    const [oldest] = this.#latest.keys();
    if (this.#latest.size > maxRemembered && oldest !== undefined) this.#latest.delete(oldest);
  }

  delete(sandbox: string): void {
    this.#latest.delete(sandbox);
  }
}
