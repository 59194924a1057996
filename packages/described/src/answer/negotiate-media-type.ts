/** A range of media types that a client accepts, such as `text/*;q=0.5`. */
interface AcceptedRange {
  readonly range: string;
  readonly quality: number;
  /** Specificity of the range. The most specific range that matches a type applies. */
  readonly precision: number;
}

/** Types to send if a description only states a range. Other bodies are sent as JSON. */
const defaultTypes: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'audio/*': 'audio/mpeg',
  'image/*': 'image/png',
  'text/*': 'text/plain',
  'video/*': 'video/mp4',
};

/**
 * Chooses the media type of a response by the `Accept` header (RFC 9110, section 12.5.1). If no type is acceptable, the
 * first one is sent, because most clients prefer that to an error.
 *
 * @param offered described types and ranges, the preferred one first
 * @returns the described type or range, and the type to send
 */
export function negotiateMediaType(accept: string | undefined, offered: readonly string[]) {
  const [usual = 'application/json'] = offered;
  const ranges = readAccept(accept ?? '');
  let best = { offered: usual, type: toType(usual, []), quality: 0, precision: -1 };
  for (const each of offered) {
    const type = toType(each, ranges);
    const found = ranges
      .filter(({ range }) => covers(range, type))
      .reduce((one, other) => (other.precision > one.precision ? other : one), unacceptable);
    // Clients that accept JSON also accept vendor-specific JSON types.
    const isMeant =
      type.endsWith('+json') &&
      ranges.some(({ range, quality }) => range === 'application/json' && quality === found.quality);
    const precision = isMeant ? exact : found.precision;
    const isBetter = found.quality > best.quality || (found.quality === best.quality && precision > best.precision);
    if (found.quality > 0 && isBetter) best = { offered: each, type, quality: found.quality, precision };
  }
  return { offered: best.offered, type: best.type };
}

const exact = 3;
const unacceptable: AcceptedRange = { range: '', quality: 0, precision: -1 };

function readAccept(accept: string): AcceptedRange[] {
  return accept.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    if (!name.includes('/')) return [];
    const weight = parameters.map((each) => /^q\s*=\s*([\d.]+)$/.exec(each)?.[1]).find((each) => each !== undefined);
    const isNarrow = parameters.some((each) => each !== '' && !/^q\s*=/.test(each));
    const precision = name === '*/*' ? 0 : name.endsWith('/*') ? 1 : isNarrow ? 2 : exact;
    return [{ range: name, quality: weight === undefined ? 1 : Math.min(1, Number(weight) || 0), precision }];
  });
}

function covers(range: string, type: string): boolean {
  return range === type || range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

/** Returns a described type, or an accepted type within a described range. Accepted ranges do not count. */
function toType(offered: string, ranges: readonly AcceptedRange[]): string {
  if (!offered.endsWith('/*')) return offered;
  const wanted = ranges
    .filter(({ range, quality }) => quality > 0 && !range.endsWith('*') && covers(offered, range))
    .sort((one, other) => other.quality - one.quality)[0];
  const usual = defaultTypes[offered] ?? 'application/octet-stream';
  return usual === 'application/json' ? usual : (wanted?.range ?? usual);
}
