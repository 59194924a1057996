import { isIntegral, isJsonNumber, isObject, readNumber, stringifyJson } from '@understudy/contract';
import type { WarningListener } from '@understudy/model';

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** Common invalid types, with the intended types. */
const meant: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  file: { type: 'string', contentMediaType: 'application/octet-stream' },
  binary: { type: 'string', contentMediaType: 'application/octet-stream' },
  int: { type: 'integer' },
  int32: { type: 'integer' },
  int64: { type: 'integer' },
  long: { type: 'integer' },
  float: { type: 'number' },
  double: { type: 'number' },
  decimal: { type: 'number' },
  bool: { type: 'boolean' },
  text: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  'date-time': { type: 'string', format: 'date-time' },
  list: { type: 'array' },
  map: { type: 'object' },
  dict: { type: 'object' },
  any: {},
};

/** Corrects `type` for JSON Schema and converts `enum` values to that type, in place. */
export function normalizeType(node: Record<string, unknown>, complain: WarningListener): void {
  if (node.type !== undefined) {
    const given = Array.isArray(node.type) ? node.type : [node.type];
    const known = given.filter((type) => types.has(type));
    if (known.length < given.length) {
      const [unknown] = given.filter((type) => !types.has(type));
      delete node.type;
      const name = String(unknown).toLowerCase();
      const translated = known.length === 0 ? (types.has(name) ? { type: name } : meant[name]) : undefined;
      Object.assign(node, known.length > 0 ? { type: known } : translated);
      if (translated === undefined && known.length === 0 && unknown !== null) {
        complain('type', `Unknown type ${stringifyJson(unknown)}; any value is accepted.`);
      }
    }
  }
  if (Array.isArray(node.enum) && node.type !== undefined) normalizeEnum(node, node.enum);
}

/** YAML parses `[on, 1.0]` as non-strings, so the values of a typed enum are converted to its type. */
function normalizeEnum(node: Record<string, unknown>, values: readonly unknown[]): void {
  if (values.some((value) => matchesType(value, node.type))) return;
  const [type] = (Array.isArray(node.type) ? node.type : [node.type]).filter((one) => one !== 'null');
  const cast: Readonly<Record<string, (value: unknown) => unknown>> = {
    string: String,
    integer: (value) => readNumber(String(value)),
    number: (value) => readNumber(String(value)),
    boolean: (value) => value === 'true',
  };
  const made = values.map((value) => cast[type]?.(value));
  if (made.every((value) => matchesType(value, node.type))) node.enum = made;
  else delete node.type;
}

/** Returns whether a value has the given type, or any of several types. */
export function matchesType(value: unknown, type: unknown): boolean {
  return (Array.isArray(type) ? type : [type]).some((one) => {
    if (one === 'array') return Array.isArray(value);
    if (one === 'object') return isObject(value);
    if (one === 'null') return value === null;
    if (one === 'integer') return isJsonNumber(value) && isIntegral(value);
    if (one === 'number') return isJsonNumber(value) && Number.isFinite(Number(value));
    return typeof value === one;
  });
}
