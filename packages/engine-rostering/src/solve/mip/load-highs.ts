import type { Highs } from 'highs';

let loaded: Promise<Highs> | undefined;

/** Loads the integer programming library (3.5 MB of WebAssembly) on first use, and caches it in the thread. */
export async function loadHighs(): Promise<Highs> {
  loaded ??= load();
  return await loaded;
}

/** Unloads the library and its memory after a failure, because its state can no longer be trusted. */
export function dropHighs(): void {
  loaded = undefined;
}

async function load(): Promise<Highs> {
  // The declarations describe a CommonJS module, where the default export would be one level deeper.
  const { default: loader }: { default: unknown } = await import('highs');
  if (!isLoader(loader)) throw new Error('The package highs has no loader as its default export');
  return await loader();
}

function isLoader(value: unknown): value is () => Promise<Highs> {
  return typeof value === 'function';
}
