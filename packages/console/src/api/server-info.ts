import { signal } from '@preact/signals';
import { callControl } from './call-control.js';
import { ownFirst } from './own-first.js';
import type { ServerInfo } from './types.js';

/** Server details, loaded once per page. */
export const serverInfo = signal<ServerInfo | undefined>(undefined);

/** @throws Error when the server is unreachable or returns an error */
export async function loadServerInfo(): Promise<ServerInfo> {
  if (serverInfo.value !== undefined) return serverInfo.value;
  reading ??= read();
  try {
    serverInfo.value = await reading;
    return serverInfo.value;
  } finally {
    reading = undefined;
  }
}

let reading: Promise<ServerInfo> | undefined;

async function read(): Promise<ServerInfo> {
  const info = await callControl<ServerInfo>('GET ');
  return { ...info, apis: [...info.apis].sort((one, other) => ownFirst(one.name, other.name)) };
}

/** Loads the details again. @returns whether the server was restarted since they were loaded @throws Error */
export async function reloadServerInfo(): Promise<boolean> {
  const earlier = serverInfo.value?.startedAt;
  serverInfo.value = await read();
  return earlier !== undefined && earlier !== serverInfo.value.startedAt;
}

/** Returns whether the token of this page is read-only. */
export function isReadOnly(): boolean {
  return serverInfo.value?.token?.scope === 'read';
}
