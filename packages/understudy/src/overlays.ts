import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ApiContract, applyOverlay, createContract, isObject, loadYaml, suggestName } from '@understudy/contract';
import { locateAsset } from './locate-asset.js';
import { UsageError } from './usage-error.js';

/** OpenAPI Overlays by API, in the order they are applied. */
export type OverlaysByApi = ReadonlyMap<string, readonly unknown[]>;

export const overlayHelp =
  '<file> with Overlays keyed by API, <api>=<file> for one API, or understudy:<name> of the catalogue (repeatable)';

/**
 * Reads Overlays: `<api>=<file>` selects one API of a file, `<file>` contains Overlays keyed by API, and
 * `understudy:<name>` is a bundled Overlay.
 *
 * @param only the API to which an Overlay without an API name applies
 * @throws UsageError for a missing file, a file without Overlays, or an unknown API
 */
export async function readOverlays(
  wishes: readonly string[] | undefined,
  apis: Iterable<string>,
  only?: string,
): Promise<Map<string, unknown[]>> {
  const known = [...apis];
  const overlays = new Map<string, unknown[]>();
  for (const wish of wishes ?? []) {
    const { api, file } = readFileOption(wish);
    if (!existsSync(file)) {
      throw new UsageError(`The Overlay file ${file} does not exist. Create one with compare --write-overlay ${file}`);
    }
    for (const [name, overlay] of overlaysIn(await loadYaml(file), { file, api, only })) {
      if (!known.includes(name)) throw new UsageError(`${file}: unknown API "${name}".${suggestName(name, known)}`);
      overlays.set(name, [...(overlays.get(name) ?? []), overlay]);
    }
  }
  return overlays;
}

/** Reads `<file>` or `<api>=<file>`, as `--overlays` and `--model` accept it. */
export function readFileOption(wish: string): { readonly api: string | undefined; readonly file: string } {
  const [, api, file = wish] = /^([a-z][\w-]*)=(.+)$/s.exec(wish) ?? [];
  const [, name] = /^understudy:(.*)$/s.exec(file) ?? [];
  return { api, file: name === undefined ? file : inCatalogue(name) };
}

/** Returns the path of an Overlay that is part of Understudy. */
function inCatalogue(name: string): string {
  const folder = join(locateAsset('fixtures'), 'overlays');
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  const names = files.map((file) => basename(file, '.yaml'));
  if (names.includes(name)) return join(folder, `${name}.yaml`);
  throw new UsageError(
    `The catalogue has no Overlay "${name}". Available: ${names.join(', ')}.${suggestName(name, names)}`,
  );
}

function overlaysIn(
  value: unknown,
  { file, api, only }: { file: string; api: string | undefined; only: string | undefined },
): [string, unknown][] {
  if (isOverlay(value)) {
    const target = api ?? only;
    if (target !== undefined) return [[target, value]];
    throw new UsageError(`${file} does not name its API. Use <api>=${file}`);
  }
  const parts = isObject(value) ? Object.entries(value) : [];
  if (parts.length === 0 || !parts.every(([, part]) => isOverlay(part))) {
    throw new UsageError(`${file} must contain an OpenAPI Overlay, or Overlays keyed by API`);
  }
  const own = api === undefined ? parts : parts.filter(([name]) => name === api);
  if (own.length === 0) throw new UsageError(`${file} does not contain an Overlay for ${api}`);
  return own;
}

function isOverlay(value: unknown): boolean {
  return isObject(value) && typeof value['overlay'] === 'string';
}

export function applyOverlays(
  contracts: ReadonlyMap<string, ApiContract>,
  overlays: OverlaysByApi,
): Map<string, ApiContract> {
  const changed = new Map(contracts);
  for (const [api, list] of overlays) {
    const contract = contracts.get(api);
    if (contract !== undefined) changed.set(api, createContract(api, list.reduce(applyOverlay, contract.document)));
  }
  return changed;
}

/** Merges the Overlays of each API into one, for `startSimulators`. */
export function mergeOverlays(overlays: OverlaysByApi): Record<string, unknown> {
  return Object.fromEntries(
    [...overlays].map(([api, list]) => {
      const [first, ...others] = list;
      // A single Overlay is not merged, so that errors contain its line numbers.
      if (others.length === 0) return [api, first];
      const actions = list.flatMap((overlay) => (isObject(overlay) ? overlay['actions'] : []));
      return [api, { overlay: '1.0.0', info: { title: `Overlays for ${api}`, version: '1' }, actions }];
    }),
  );
}
