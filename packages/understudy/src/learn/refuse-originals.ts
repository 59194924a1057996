import { UsageError } from '../usage-error.js';
import type { RecordingCleaner } from './recording-cleaner.js';

/** Maximum number of places in the message. */
const mostListed = 20;

/**
 * Searches files for secrets and personal data of a recording, before they are written.
 *
 * @param files contents by path
 * @throws UsageError if one is left
 */
export function refuseOriginals(cleaner: RecordingCleaner, files: ReadonlyMap<string, string>): void {
  const left = cleaner.remaining(files);
  if (left.length === 0) return;
  const places = left.slice(0, mostListed).map(({ file, line, what }) => `  ${file}:${line}: ${what}`);
  throw new UsageError(
    [
      `Nothing was written: the files would contain ${left.length} originals of the recording.`,
      ...places,
      ...(left.length > mostListed ? [`  and ${left.length - mostListed} more`] : []),
      'Pass the member of a secret to --redact, and a member whose values are not personal to --keep.',
    ].join('\n'),
  );
}
