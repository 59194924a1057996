/** Maximum rounds of decoding. Servers decode a path once, and a proxy in front of them once more. */
const maxRounds = 4;

/** The effect of a path's dot segments, in the most permissive interpretation. */
interface DotSegments {
  /** True if the path has dot segments, so that it can refer to a different resource than it appears to. */
  readonly any: boolean;
  /** True if the path leaves its starting folder. */
  readonly climbs: boolean;
}

/**
 * Reads the dot segments of a path as any server might: encoded once or twice, with backslashes, with parameters
 * (`..;x=1`), and without empty segments.
 */
export function readDotSegments(path: string): DotSegments {
  let text = path.split('?', 1)[0] ?? '';
  for (let round = 0; round < maxRounds && text.includes('%'); round += 1)
    text = text.replace(/%(?:25|2e|2f|5c|3b)/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  let [depth, any, climbs] = [0, false, false];
  for (const segment of text.split(/[/\\]/)) {
    const [name] = segment.split(';', 1);
    if (name === '' || name === '.') {
      any ||= name === '.';
      continue;
    }
    any ||= name === '..';
    depth += name === '..' ? -1 : 1;
    climbs ||= depth < 0;
  }
  return { any, climbs };
}
