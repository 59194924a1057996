/** Formats an instant as records show it: `2016-09-23T09:09:06Z` (einvoicing.gap.timestamp-form). */
export function formatRecordTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

/** Formats an instant as in events, with a UTC offset: `2026-03-02T08:00:00+00:00` (einvoicing.event.timestamp). */
export function formatEventTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}+00:00`;
}
