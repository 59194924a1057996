import { isJsonNumber, isObject, readNumber, stringifyJson } from '@understudy/contract';
import type { WarningListener } from '@understudy/model';
import { matchesType, normalizeType } from './normalize-type.js';
import { translatePattern } from './translate-pattern.js';

type Node = Record<string, unknown>;

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isNumber = (value: unknown) => isJsonNumber(value) && Number.isFinite(Number(value));
const isSchema = (value: unknown) => isObject(value) || typeof value === 'boolean';
const isSchemas = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isSchema);

/** Valid types of keywords. Other values are removed. */
const rows: readonly (readonly [keywords: string, fits: (value: unknown) => boolean])[] = [
  ['minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains', isCount],
  ['minimum maximum exclusiveMinimum exclusiveMaximum', isNumber],
  ['multipleOf', (value) => isNumber(value) && Number(value) > 0],
  ['allOf anyOf oneOf prefixItems', isSchemas],
  ['items not if then else contains propertyNames additionalProperties', isSchema],
  ['unevaluatedItems unevaluatedProperties', isSchema],
  ['properties patternProperties dependentSchemas $defs definitions', isObject],
  ['required', Array.isArray],
  ['enum', (value) => Array.isArray(value) && value.length > 0],
  ['uniqueItems', (value) => typeof value === 'boolean'],
  ['format pattern', (value) => typeof value === 'string'],
];
const forms = new Map(rows.flatMap(([keywords, fits]) => keywords.split(' ').map((name) => [name, fits] as const)));

const pageUri = /^(?:uri|(?:first|next|prev|previous|last)_?(?:page_?)?uri)$/i;

/**
 * Converts a schema of OpenAPI 3.0 or 3.1 to JSON Schema 2020-12, in place, without its subschemas. Unsupported
 * keywords are removed.
 *
 * @param isOld whether siblings of a `$ref` are ignored, as in OpenAPI 3.0
 */
export function normalizeSchema(node: Node, isOld: boolean, complain: WarningListener): void {
  for (const name of ['$id', '$schema', 'id', '$anchor', '$dynamicAnchor']) {
    if (typeof node[name] === 'string') delete node[name];
  }
  if (typeof node.$ref === 'string') {
    normalizeReference(node, isOld);
    return;
  }
  delete node.$ref;
  normalizeBounds(node);
  // Checks only present keywords, because descriptions have hundreds of thousands of schemas.
  for (const keyword of Object.keys(node)) {
    const fits = forms.get(keyword);
    const value = node[keyword];
    if (fits === undefined || value === undefined || fits(value)) continue;
    repair(node, keyword, value, fits, complain);
  }
  normalizeUntypedItems(node);
  normalizeTextOfJson(node);
  normalizeType(node, complain);
  normalizeMembers(node, complain);
  if (typeof node.pattern === 'string') normalizePattern(node, complain);
  normalizeExamples(node);
  tidyNullable(node);
  if (node.default !== undefined && node.type !== undefined && !matchesType(node.default, node.type)) {
    const message = `The default ${stringifyJson(node.default)} does not have the type ${stringifyJson(node.type)}; it is ignored.`;
    if (node.default !== null) complain('default', message);
    delete node.default;
  }
  if (node.default !== undefined && Array.isArray(node.enum) && !node.enum.includes(node.default)) {
    complain('default', `The default ${stringifyJson(node.default)} is not one of the enum values; it is ignored.`);
    delete node.default;
  }
}

/** Untyped `items` with alternatives describe a list in some descriptions, and the value itself in others. */
function normalizeUntypedItems(node: Node): void {
  const { items } = node;
  const isObjectType = node.type === 'object';
  if ((node.type !== undefined && !isObjectType) || node.properties !== undefined || !isObject(items)) return;
  const alternatives = Array.isArray(items.anyOf) ? items.anyOf : items.oneOf;
  if (!Array.isArray(alternatives) || node.anyOf !== undefined || node.oneOf !== undefined) return;
  node.anyOf = isObjectType ? alternatives : [...alternatives, { type: 'array', items: { anyOf: [...alternatives] } }];
  delete node.items;
}

/**
 * Some editors describe JSON as a string with format `json`, and "an array of block objects" as strings. Clients send
 * objects.
 */
function normalizeTextOfJson(node: Node): void {
  if (node.type === 'string' && node.format === 'json') {
    delete node.type;
    delete node.format;
  }
  const isOfObjects = /\b(?:array|list) of [^.]{0,30}\bobjects?\b/i.test(String(node.description));
  if (isOfObjects && isObject(node.items) && node.items.type === 'string' && Object.keys(node.items).length === 1)
    node.items = {};
}

function normalizeReference(node: Node, isOld: boolean): void {
  const { $ref, nullable } = node;
  const kept = Object.entries(node).filter(([name]) => name.startsWith('x-') || name === 'description');
  if (isOld) {
    for (const name of Object.keys(node)) delete node[name];
    Object.assign(node, Object.fromEntries(kept));
  } else {
    delete node.nullable;
    delete node.$ref;
    normalizeExamples(node);
  }
  // The specification ignores `nullable` next to `$ref`, but authors mean it.
  if (nullable === true) node.anyOf = [{ $ref }, { type: 'null' }];
  else node.$ref = $ref;
}

/** In older versions, exclusive bounds are boolean flags. */
function normalizeBounds(node: Node): void {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof node[flag] !== 'boolean') continue;
    if (node[flag] && node[bound] !== undefined) {
      node[flag] = node[bound];
      delete node[bound];
    } else delete node[flag];
  }
}

function repair(
  node: Node,
  keyword: string,
  value: unknown,
  fits: (value: unknown) => boolean,
  complain: WarningListener,
): void {
  delete node[keyword];
  if (value === null) return;
  if (typeof value === 'string' && fits(readNumber(value)) && value.trim() !== '') {
    node[keyword] = readNumber(value);
  } else if (fits([value])) {
    node[keyword] = [value];
  } else if (keyword === 'items' && isSchemas(value)) {
    node.prefixItems = value;
  } else if (keyword === 'required' && typeof value === 'boolean') {
    // A property states that it is required, but only the list of its object counts.
    const message = 'required must be a list of property names in the parent object, but is true; it is ignored.';
    if (value) complain('required', message);
  } else if (!(Array.isArray(value) && value.length === 0)) {
    complain('keyword', `${keyword} cannot be ${stringifyJson(value)?.slice(0, 60)}; it is ignored.`);
  }
}

function normalizeMembers(node: Node, complain: WarningListener): void {
  if (isObject(node.patternProperties)) {
    node.patternProperties = Object.fromEntries(
      Object.entries(node.patternProperties).flatMap(([given, property]) => {
        const pattern = toPattern(given);
        return pattern === undefined ? [] : [[pattern, property]];
      }),
    );
  }
  if (isObject(node.properties)) {
    for (const [name, property] of Object.entries(node.properties)) {
      // URLs of pages are often relative, although their members are called `url`.
      if (pageUri.test(name) && isObject(property) && property.format === 'uri') property.format = 'uri-reference';
      if (isSchema(property)) continue;
      if (property !== null) complain('property', `The property ${name} must be a schema; any value is accepted.`);
      node.properties[name] = {};
    }
  }
  if (Array.isArray(node.required))
    node.required = [...new Set(node.required.filter((name) => typeof name === 'string'))];
}

function normalizeExamples(node: Node): void {
  const given = isObject(node.examples)
    ? Object.values(node.examples)
    : Array.isArray(node.examples)
      ? node.examples
      : [];
  if (node.examples !== undefined || node.example !== undefined) {
    node.examples = node.example === undefined ? given : [node.example, ...given];
  }
  delete node.example;
}

function tidyNullable(node: Node): void {
  const nullable = node.nullable === true || node['x-nullable'] === true;
  delete node.nullable;
  if (!nullable) return;
  if (Array.isArray(node.enum) && !node.enum.includes(null)) {
    node.enum = [...node.enum, null];
    // The specification requires null in the list. Most authors omit it, but their servers send null.
    node['x-understudy-null'] = true;
  }
  if (node.type !== undefined) {
    node.type = [...new Set([...(Array.isArray(node.type) ? node.type : [node.type]), 'null'])];
  }
  const parts = ['allOf', 'anyOf', 'oneOf', '$ref'].filter((name) => node[name] !== undefined);
  if (parts.length === 0) return;
  const meant = Object.fromEntries(parts.map((name) => [name, node[name]]));
  for (const name of parts) delete node[name];
  node.anyOf = [meant, { type: 'null' }];
}

/** Rewrites `pattern` in place as a JavaScript regular expression, or removes it if it cannot be translated. */
function normalizePattern(node: Record<string, unknown>, complain: WarningListener): void {
  const given = String(node.pattern);
  const pattern = toPattern(given);
  if (pattern !== undefined) {
    node.pattern = pattern;
    return;
  }
  delete node.pattern;
  const shown = stringifyJson(given.slice(0, 80));
  complain('pattern', `The pattern ${shown} is not a valid ECMAScript regular expression; it is ignored.`);
}

/** Translates a pattern to a JavaScript regular expression with the flag `u`. Returns undefined if that fails. */
function toPattern(text: string): string | undefined {
  return [...candidates(text)].find(isPattern);
}

function* candidates(text: string): Generator<string> {
  // Escaped flags, such as \(\?s\).\+, mean that the whole pattern was escaped twice.
  const given = /^\\\(\\\?[a-z]+\\\)/.test(text) ? text.replace(/\\(\W)/g, '$1') : text;
  // /^abc$/i is the notation in source code. As a pattern, it would match nothing.
  const [, literal, flags = ''] = /^\/(\^.*|.*\$)\/([a-z]*)$/s.exec(given) ?? [];
  if (literal === undefined) yield given;
  const bare = literal ?? given;
  if (!/[is]/.test(flags)) yield bare;
  yield translatePattern(bare, flags);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
