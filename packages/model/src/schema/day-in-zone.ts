/** How an API writes times. */
export interface TimeForm {
  /** The format of times whose schema allows several. */
  form?: 'rfc3339' | 'unix' | 'milliseconds' | undefined;
  /** The time zone that determines the day of an instant. Default: UTC. */
  zone?: string | undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();
let utc = { number: 0, text: '1970-01-01' };

/** The day of an instant in a time zone, as `YYYY-MM-DD`. */
export function dayInZone(at: Date, zone: string | undefined): string {
  if (zone === undefined) {
    const number = Math.floor(at.getTime() / 86_400_000);
    if (number !== utc.number) utc = { number, text: at.toISOString().slice(0, 10) };
    return utc.text;
  }
  const known = formats.get(zone);
  const format = known ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  if (known === undefined) formats.set(zone, format);
  return format.format(at);
}

/** The names of time zones. */
export function listTimeZones(): readonly string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')];
}
