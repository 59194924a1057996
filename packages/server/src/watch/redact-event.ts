import type { KnownSecrets } from '@understudy/contract';
import type { ServerEvent } from '@understudy/kernel';
import { redactPrefix } from '@understudy/kernel/serving';

/** Fields with texts of clients, and the characters of each that anyone reads. */
const longest = { sandbox: 100, tenantId: 1000, jobId: 1000, path: 2000, url: 2000, reason: 1000, note: 1000 } as const;

/** An event without secrets, its texts not longer than anyone reads. */
export function redactEvent(event: ServerEvent, secrets: KnownSecrets | undefined): ServerEvent {
  const texts: Readonly<Record<string, unknown>> = { ...event };
  const shown = Object.entries(longest).flatMap(([field, most]) => {
    const text = texts[field];
    if (typeof text !== 'string') return [];
    const begun = redactPrefix(text, most, { known: secrets });
    return [[field, text.length > most ? `${begun}…` : begun] as const];
  });
  return { ...event, ...Object.fromEntries(shown) };
}
