import { resolveBuiltModule, type WorkerFunction } from '@understudy/kernel';
import type * as work from './work.js';

/** Returns a function of `work.ts`, to be called in a worker thread. */
export function toWorkerFunction(name: keyof typeof work): WorkerFunction {
  return { module: resolveBuiltModule(import.meta.url, './work.js'), name };
}
