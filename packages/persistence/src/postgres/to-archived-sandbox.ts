import { parseJson } from '@understudy/contract';
import type { ArchivedSandbox } from '@understudy/kernel';
import { SqlText } from './sql.js';

export interface SandboxMetadataRow {
  readonly name: string;
  readonly kept: boolean;
  readonly time_to_live: string;
  readonly last_used: string;
  readonly wakes_at: string | null;
  readonly summary: string;
}

export const sandboxMetadataColumns = new SqlText('name, kept, time_to_live, last_used, wakes_at, summary');

export function toArchivedSandbox({
  name,
  kept,
  time_to_live,
  last_used,
  wakes_at,
  summary,
}: SandboxMetadataRow): ArchivedSandbox {
  return {
    name,
    kept,
    timeToLive: Number(time_to_live),
    lastUsed: Number(last_used),
    wakesAt: wakes_at === null ? null : Number(wakes_at),
    summary: parseJson(summary),
  };
}
