import { signal } from '@preact/signals';
import { call } from './call.js';
import type { Info } from './types.js';

/** Server details, loaded once per page. */
export const info = signal<Info | undefined>(undefined);

/** @throws Error when the server is unreachable or returns an error */
export async function loadInfo(): Promise<Info> {
  info.value ??= await call<Info>('GET ');
  return info.value;
}

/** Whether the token of this page is read-only. */
export function onlyReads(): boolean {
  return info.value?.token?.scope === 'read';
}
