import type { Sql } from 'postgres';

/** How long a worker is believed to live after it has said so, and how often it says so; milliseconds. */
export const workerLease = { length: 3000, renewal: 1000 } as const;

/** Gives what workers had that are gone to the next one, and forgets what no one waits for any more. */
export async function freeDead(sql: Sql): Promise<void> {
  await sql`
    WITH dead AS (
      SELECT DISTINCT j.locked_by FROM understudy_queue.jobs j
      WHERE j.locked_at < clock_timestamp() - make_interval(secs => ${workerLease.renewal / 1000})
        AND NOT EXISTS (
          SELECT 1 FROM understudy.workers w WHERE w.until > clock_timestamp() AND j.locked_by = ANY(w.locks))
    ), freed AS (
      SELECT understudy_queue.force_unlock_workers(array_agg(locked_by)) FROM dead HAVING count(*) > 0
    )
    SELECT pg_notify('jobs:insert', '{"count":1000}') FROM freed`;
}
