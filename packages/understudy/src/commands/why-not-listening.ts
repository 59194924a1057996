import { UsageError } from '../usage-error.js';

/** Explains an error of `listen`; `undefined` for other errors. */
export function explainListenError(
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string },
): UsageError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new UsageError(`Port ${port} on ${host} is in use; choose another with --port, or use --port 0`);
  }
  if (code === 'EACCES') return new UsageError(`Port ${port} needs elevated rights; choose a port of at least 1024`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UsageError(`This machine has no address ${host}; use 127.0.0.1, or 0.0.0.0 for all addresses`);
  }
  return undefined;
}
