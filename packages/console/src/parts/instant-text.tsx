/** The local time of an instant, such as `10:00:00 GMT+1`. */
export function localTime(at: string): string {
  const options = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(new Date(at));
}

/** A time of the sandbox clock in UTC, as in responses, with the local time as a tooltip. */
export function InstantText({ at, long = false }: { readonly at: string; readonly long?: boolean }) {
  return (
    <time dateTime={at} title={`${at}, ${localTime(at)}`} class="instant">
      {long ? `${at.slice(0, 10)} ${at.slice(11, 19)}` : at.slice(11, 23)}
    </time>
  );
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** A duration in its two largest units, such as `2 h 5 min`. */
export function formatDuration(milliseconds: number): string {
  let seconds = Math.round(Math.abs(milliseconds) / 1000);
  if (seconds === 0) return Math.abs(milliseconds) < 1 ? 'now' : `${Math.abs(milliseconds)} ms`;
  const parts: string[] = [];
  for (const [name, length] of units) {
    const count = Math.floor(seconds / length);
    if (count === 0 && parts.length === 0) continue;
    if (count > 0) parts.push(`${count} ${name}`);
    seconds -= count * length;
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}
