import { type HandlerContext, resolveBuiltModule, WorkTooCostlyError } from '@understudy/kernel';
import type * as readers from '../upload-readers.js';

type Readers = typeof readers;

/** Runs a named reader on an upload in a worker thread. Fails if it exceeds its time or memory limit. */
export async function readUpload<Name extends keyof Readers>(
  context: Pick<HandlerContext, 'compute'>,
  name: Name,
  input: Parameters<Readers[Name]>[0],
): Promise<Awaited<ReturnType<Readers[Name]>> | { readonly tooCostly: string }> {
  try {
    const work = { module: resolveBuiltModule(import.meta.url, '../upload-readers.js'), name };
    return await context.compute<Awaited<ReturnType<Readers[Name]>>>(work, input);
  } catch (error) {
    if (error instanceof WorkTooCostlyError) return { tooCostly: error.message };
    throw error;
  }
}
