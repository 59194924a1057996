/**
 * Whether the process `p` still has its sandboxes, in SQL. Where the database itself was gone, no one could renew a
 * lease: each that ran until then lasts as if it was renewed when the database came back. Once another process has
 * taken a sandbox of it, its lease has ended for good.
 */
export const lives = `(p.until > clock_timestamp() OR (
  p.until > pg_postmaster_start_time() - interval '30 seconds' AND
  clock_timestamp() < pg_postmaster_start_time() + interval '3 seconds'))`;
