/**
 * Whether the lease of process `p` is valid, in SQL. Leases that were valid when the database stopped get an extension
 * after its restart.
 */
export const lives = `(p.until > clock_timestamp() OR (
  p.until > pg_postmaster_start_time() - interval '30 seconds' AND
  clock_timestamp() < pg_postmaster_start_time() + interval '3 seconds'))`;
