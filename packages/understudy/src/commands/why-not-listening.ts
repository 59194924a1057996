import { WrongUse } from '../wrong-use.js';

/** What to do about an error of `listen`; `undefined` when it is another error. */
export function whyNotListening(
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string },
): WrongUse | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new WrongUse(`Port ${port} on ${host} is in use; choose another by --port, or --port 0 for a free one`);
  }
  if (code === 'EACCES') return new WrongUse(`Port ${port} needs rights that this user lacks; choose one from 1024 on`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new WrongUse(`This machine has no address ${host}; use 127.0.0.1, or 0.0.0.0 for all`);
  }
  return undefined;
}
