import { stringifyJson } from './numbers/stringify-json.js';
import { isObject } from './objects.js';

const longestText = 60;

/** Describes a value within a sentence: `"margin"`, `42`, `null`, `an array of 3 items`, `an object`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') {
    return stringifyJson(value.length > longestText ? `${value.slice(0, longestText)}…` : value);
  }
  if (Array.isArray(value)) {
    return value.length === 0
      ? 'an empty array'
      : `an array of ${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  }
  return isObject(value) ? 'an object' : String(value);
}

const longest = { text: 200, items: 10, fields: 20, depth: 3 };

/** Returns a copy for reports. Long strings, long lists and deep structures are truncated. */
export function truncateValue(value: unknown, depth = longest.depth): unknown {
  if (typeof value === 'string') return value.length > longest.text ? `${value.slice(0, longest.text)}…` : value;
  if (Array.isArray(value)) {
    return depth === 0 ? '[…]' : value.slice(0, longest.items).map((item) => truncateValue(item, depth - 1));
  }
  if (isObject(value)) {
    const fields = Object.entries(value).slice(0, longest.fields);
    return depth === 0
      ? '{…}'
      : Object.fromEntries(fields.map(([name, field]) => [name, truncateValue(field, depth - 1)]));
  }
  return value;
}
