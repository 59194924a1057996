import type { Command, Option } from 'commander';
import type { UnderstudyConfig } from './config.js';

/** True for a limit, which is `--limit <name>=<number>` on the command line. */
const isLimit = (name: string): boolean => /^max[A-Z]/.test(name);

/** Sets the options of `start` from the configuration. Lists and maps are merged with those from the command line. */
export function applyServerSettings(command: Command, config: UnderstudyConfig): void {
  // Models are applied later, when the APIs are known.
  const { settings: set, overlays, model: _model, ...others } = config;
  const limit = Object.fromEntries(Object.entries(others).filter(([name]) => isLimit(name)));
  const wishes = Object.entries(overlays ?? {}).map(([api, file]) => `${api}=${file}`);
  applyOptions(command, {
    ...others,
    ...(overlays === undefined ? {} : { overlays: wishes }),
    ...(set === undefined ? {} : { set }),
    ...(Object.keys(limit).length === 0 ? {} : { limit }),
  });
}

/** Sets the options that were not given on the command line. Values are parsed as there. */
export function applyOptions(command: Command, values: Readonly<Record<string, unknown>>): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const value = values[name];
    if (value === undefined || value === false) continue;
    const given: unknown = command.getOptionValueSource(name) === 'default' ? undefined : command.getOptionValue(name);
    const isMap = typeof value === 'object' && !Array.isArray(value);
    if (given !== undefined && !isMap && !Array.isArray(given)) continue;
    command.setOptionValueWithSource(
      name,
      isMap ? joinMaps(value ?? {}, given) : parse(option, value, given),
      'config',
    );
  }
}

function parse({ parseArg }: Option, value: unknown, given: unknown): unknown {
  if (parseArg === undefined || typeof value === 'number' || value === true) return value;
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  const read = texts.reduce((earlier: unknown, text) => parseArg(String(text), earlier), undefined);
  return Array.isArray(given) && Array.isArray(read) ? [...read, ...given] : read;
}

/** Merges two maps, member by member. The one from the command line takes precedence. */
function joinMaps(value: object, given: unknown): object {
  if (typeof given !== 'object' || given === null) return value;
  const joined = Object.entries(given).map(([name, member]: [string, unknown]) => {
    const earlier: unknown = Object.entries(value).find(([other]) => other === name)?.[1];
    const areMaps = typeof earlier === 'object' && earlier !== null && typeof member === 'object' && member !== null;
    return [name, areMaps ? joinMaps(earlier, member) : member] as const;
  });
  return { ...value, ...Object.fromEntries(joined) };
}
