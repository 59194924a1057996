import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the bytes used on the heap after a garbage collection. */
export function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
