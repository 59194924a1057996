const zones = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar fields of an instant in a time zone. */
function fieldsOf(date: Date, zone: string) {
  const format =
    zones.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23', weekday: 'long', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  zones.set(zone, format);
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const number = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
  const [year, month, day] = [number('year'), number('month'), number('day')];
  const [hour, minute, second] = [number('hour'), number('minute'), number('second')];
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  const offset = Math.round((local - Math.floor(date.getTime() / 1000) * 1000) / 60_000);
  return { year, month, day, hour, minute, second, offset, weekday: parts.get('weekday') ?? '' };
}

const months = 'January February March April May June July August September October November December'.split(' ');
const token = /'((?:[^']|'')*)'|''|([A-Za-z])\2*|[^A-Za-z']+/g;

/**
 * Formats an instant with a Java or date-fns pattern such as `yyyy-MM-dd'T'HH:mm:ssXXX`.
 *
 * @throws RangeError for an unknown time zone or letter
 */
export function formatDate(date: Date, pattern: string, zone = 'UTC'): string {
  if (Number.isNaN(date.getTime())) return '';
  const fields = fieldsOf(date, zone);
  return pattern.replace(token, (part: string, quoted: string | undefined, letter: string | undefined) => {
    if (part === "''") return "'";
    if (quoted !== undefined) return quoted.replaceAll("''", "'");
    return letter === undefined ? part : formatField(letter, part.length, { ...fields, date });
  });
}

function formatField(letter: string, length: number, fields: ReturnType<typeof fieldsOf> & { date: Date }): string {
  const { year, month, day, hour, minute, second, offset, weekday, date } = fields;
  const padded = (value: number): string => String(value).padStart(length, '0');
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((each) =>
    String(each).padStart(2, '0'),
  );
  const zone = (sign: string): string => `${offset < 0 ? '-' : '+'}${hours}${sign}${minutes}`;
  switch (letter) {
    case 'y':
    case 'u':
      return length === 2 ? String(year).slice(-2) : padded(year);
    case 'M':
    case 'L':
      return length > 2 ? (months[month - 1] ?? '').slice(0, length > 3 ? 20 : 3) : padded(month);
    case 'd':
      return padded(day);
    case 'E':
    case 'e':
      return weekday.slice(0, length > 3 ? 20 : 3);
    case 'H':
      return padded(hour);
    case 'k':
      return padded(hour === 0 ? 24 : hour);
    case 'h':
      return padded(hour % 12 === 0 ? 12 : hour % 12);
    case 'K':
      return padded(hour % 12);
    case 'm':
      return padded(minute);
    case 's':
      return padded(second);
    case 'S':
      return String(date.getUTCMilliseconds()).padStart(3, '0').padEnd(length, '0').slice(0, length);
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'z':
      return offset === 0 ? 'UTC' : zone(':');
    case 'Z':
      return zone('');
    case 'X':
      return offset === 0 ? 'Z' : zone(length === 2 ? '' : ':');
    case 'x':
      return zone(length === 2 ? '' : ':');
    case 't':
      return String(Math.floor(date.getTime() / 1000));
    case 'T':
      return String(date.getTime());
    default:
      throw new RangeError(`the letter ${letter} of a date format is not supported`);
  }
}

const unitNames = /^(year|month|week|day|hour|minute|second|millisecond)s?$/i;
const lengths = new Map([
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
]);

/** Adds an amount in a unit such as `days` to an instant. */
export function shiftDate(date: Date, amount: number, unit: string): Date {
  const name = unitNames.exec(unit)?.[1]?.toLowerCase() ?? '';
  const shifted = new Date(date);
  if (name === 'year') shifted.setUTCFullYear(date.getUTCFullYear() + amount);
  else if (name === 'month') shifted.setUTCMonth(date.getUTCMonth() + amount);
  else shifted.setTime(date.getTime() + amount * (lengths.get(name) ?? 0));
  return shifted;
}
