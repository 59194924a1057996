// The database itself looks whether who writes a record is whom the sandbox belongs to: independent of our own check.
import type { Topology } from '../topology/start-topology.ts';

/** Each server connects under its address, by which the table of processes knows it. */
const watch = `
CREATE TABLE IF NOT EXISTS public.stale_writes (sandbox text, owner text, writer text, at timestamptz DEFAULT clock_timestamp());
CREATE OR REPLACE FUNCTION public.note_stale_write() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found record;
BEGIN
  SELECT s.name, p.address INTO found FROM understudy.sandboxes s
  LEFT JOIN understudy.processes p ON p.id = s.process WHERE s.id = COALESCE(NEW.sandbox, OLD.sandbox);
  IF found.name !~ '^:' AND found.address IS DISTINCT FROM current_setting('application_name') THEN
    INSERT INTO public.stale_writes (sandbox, owner, writer)
    VALUES (found.name, found.address, current_setting('application_name'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_stale_write AFTER INSERT OR UPDATE OR DELETE ON understudy.records
FOR EACH ROW EXECUTE FUNCTION public.note_stale_write();`;

export async function watchStaleWrites({ postgres, database }: Topology): Promise<void> {
  await postgres?.run(database, watch);
}

/** Writes to records of a sandbox that belonged to another process, or to none. */
export async function staleWrites({ postgres, database }: Topology): Promise<string[]> {
  const rows = (await postgres?.run(database, 'SELECT DISTINCT sandbox, owner, writer FROM public.stale_writes')) ?? [];
  return rows.map(({ sandbox, owner, writer }) => `${sandbox}: stale write by ${writer}, it belongs to ${owner}`);
}
