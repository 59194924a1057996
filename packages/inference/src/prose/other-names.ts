import { isObject } from '@understudy/contract';

type IsName = (name: string) => boolean;

const namesOfDocument = new WeakMap<object, IsName>();

/** Members whose values are error codes. */
const ofCodes = /(?:code|error|problem)s?$/i;

/** Recognizes names of members, parameters, headers and enum values in a description, which are not error codes. */
export function otherNamesIn(document: unknown): IsName {
  if (!isObject(document)) return () => false;
  const earlier = namesOfDocument.get(document);
  if (earlier !== undefined) return earlier;
  const names = new Set<string>();
  const codes = new Set<string>();
  const visited = new Set<object>();
  const visit = (node: unknown, at: string): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, at);
    if (!isObject(node) || visited.has(node)) return;
    visited.add(node);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'enum' && Array.isArray(value))
        for (const each of value) (ofCodes.test(at) ? codes : names).add(String(each));
      if ((key === 'properties' || key === 'headers') && isObject(value))
        for (const name of Object.keys(value)) names.add(name);
      if (key === 'name' && typeof node['in'] === 'string') names.add(String(value));
      // Enums of items and alternatives belong to the enclosing member.
      if (key !== 'example' && key !== 'examples')
        visit(value, /^(?:items|schema|anyOf|oneOf|allOf|\d+)$/.test(key) ? at : key);
    }
  };
  visit(document, '');
  const isOther: IsName = (name) => names.has(name) && !codes.has(name);
  namesOfDocument.set(document, isOther);
  return isOther;
}
