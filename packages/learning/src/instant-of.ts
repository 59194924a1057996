import { formatInstant, instantForms } from '@understudy/model';

/** A value in a recorded exchange. */
interface Dated {
  readonly value: unknown;
  readonly of: { readonly exchange: { readonly at: number } };
}

/** Returns an expression for the time of the exchange, or for a time at a fixed offset from it. */
export function instantOf(samples: readonly Dated[]): string | undefined {
  const [first] = samples;
  if (first === undefined) return undefined;
  for (const form of instantForms) {
    const offsets = samples.map(({ value, of }) => {
      const at = millisecondsOf(value, form);
      return at === undefined
        ? Number.NaN
        : Math.round((at - (form === 'date' ? startOfDay(of.exchange.at) : of.exchange.at)) / 1000);
    });
    const [offset = Number.NaN] = offsets;
    const isSteady = offsets.every((each) => Math.abs(each - offset) <= 2);
    const isRound = Math.abs(offset) <= 2 || (offset % 60 === 0 && samples.length > 1) || offset % 3600 === 0;
    if (!isSteady || !isRound || Math.abs(offset) > 400 * 86_400) continue;
    const at = Math.abs(offset) <= 2 ? 'now' : `now ${offset < 0 ? '-' : '+'} seconds(${Math.abs(offset)})`;
    return form === '' ? at : `instant(${at}, "${form}")`;
  }
  return undefined;
}

function startOfDay(at: number): number {
  return at - (at % 86_400_000);
}

/** Parses a value as a timestamp in this format and returns its milliseconds. */
function millisecondsOf(value: unknown, form: string): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const at =
    form === 'seconds' ? Number(value) * 1000 : form === 'milliseconds' ? Number(value) : Date.parse(String(value));
  if (!Number.isFinite(at) || Math.abs(at) > 8e15) return undefined;
  return formatInstant(at, form) === value ? at : undefined;
}
