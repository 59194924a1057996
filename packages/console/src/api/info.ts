import { signal } from '@preact/signals';
import { call } from './call.js';
import type { Info } from './types.js';

/** What the server says of itself; read once for a page. */
export const info = signal<Info | undefined>(undefined);

/** @throws Error when the server cannot be reached, or refuses */
export async function loadInfo(): Promise<Info> {
  info.value ??= await call<Info>('GET ');
  return info.value;
}

/** Whether the token of this page may change nothing. */
export function onlyReads(): boolean {
  return info.value?.token?.scope === 'read';
}
