import { printSeconds } from '../policies.js';
import type { StoredPrint } from './entities.js';

/**
 * The state of a package at an instant: it follows from the time alone, unless the printing service failed
 * (einvoicing.gap.print-bodies).
 */
export function statusOf(
  { receivedAt, letterClass, failure }: StoredPrint,
  now: Date,
): 'RECEIVED' | 'PROCESSING' | 'PRINTED' | 'FAILED' {
  if (failure !== undefined) return 'FAILED';
  const seconds = (now.getTime() - Date.parse(receivedAt)) / 1000;
  if (seconds < printSeconds.processing) return 'RECEIVED';
  return seconds < printSeconds.printed[letterClass] ? 'PROCESSING' : 'PRINTED';
}
