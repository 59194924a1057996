/** How an API writes times. */
export interface TimeForm {
  /** The form of times whose schema allows several. */
  form?: 'rfc3339' | 'unix' | 'milliseconds' | undefined;
  /** The time zone of days. Default: UTC. */
  zone?: string | undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant in a time zone, as `YYYY-MM-DD`. */
export function dayInZone(at: Date, zone: string | undefined): string {
  if (zone === undefined) return at.toISOString().slice(0, 10);
  const known = formats.get(zone);
  const format = known ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  if (known === undefined) formats.set(zone, format);
  return format.format(at);
}

/** The names of time zones. */
export function listTimeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')];
}
