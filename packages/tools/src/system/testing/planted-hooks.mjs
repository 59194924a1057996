// @ts-check
// Loads one file with an injected fault, given as JSON in the query of this module's URL. The file on disk is not
// changed.
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** @type {string[]} name, API, file, line and fault */
const [, , file = '', line = '', fault = ''] = JSON.parse(decodeURIComponent(new URL(import.meta.url).search.slice(1)));

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!new URL(url).pathname.endsWith(`/${file}`)) return loaded;
  const source = String(loaded.source);
  if (source.split(line).length !== 2) throw new Error(`${file} does not have this once: ${line}`);
  return { ...loaded, source: source.replace(line, () => fault) };
}

if (isMainThread) register(import.meta.url);
