import { isObject, type OperationParameter, stringifyJson } from '@understudy/contract';

type Written = Pick<OperationParameter, 'name' | 'in' | 'style' | 'explode' | 'isJson'>;

/**
 * Writes the value of a parameter in its described style.
 *
 * @returns undefined for a value that the style cannot express, such as an empty array
 */
export function writeParameter(parameter: Written, value: unknown): string | undefined {
  const { name, in: place, isJson } = parameter;
  const isHeader = place === 'header';
  const encode = isHeader ? (text: string) => text : encodeURIComponent;
  const style = parameter.style ?? (place === 'path' || isHeader ? 'simple' : 'form');
  const explode = parameter.explode ?? style === 'form';
  const own = encode(name);
  if (isJson === true) {
    const text = encode(stringifyJson(value));
    return place === 'query' || place === 'cookie' ? `${own}=${text}` : text;
  }
  const text = (each: unknown) => encode(typeof each === 'object' ? stringifyJson(each) : String(each));
  const separator = place === 'cookie' ? '; ' : '&';
  if (Array.isArray(value)) {
    const items = value.map(text);
    // OpenAPI defines no text for an object within an array.
    if (items.length === 0 || value.some((item) => typeof item === 'object')) return undefined;
    if (style === 'label') return `.${items.join(explode ? '.' : ',')}`;
    if (style === 'matrix')
      return explode ? items.map((item) => `;${own}=${item}`).join('') : `;${own}=${items.join(',')}`;
    if (style === 'simple') return items.join(',');
    if (explode) return items.map((item) => `${own}=${item}`).join(separator);
    return `${own}=${items.join(delimiters[style] ?? ',')}`;
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, member]): [string, string] => [encode(key), text(member)]);
    if (members.length === 0) return undefined;
    if (style !== 'deepObject' && Object.values(value).some((member) => typeof member === 'object')) return undefined;
    const pairs = members.map((pair) => pair.join('='));
    if (style === 'deepObject') return deepMembers(own, value).join('&');
    if (style === 'label') return `.${explode ? pairs.join('.') : members.flat().join(',')}`;
    if (style === 'matrix')
      return explode ? pairs.map((pair) => `;${pair}`).join('') : `;${own}=${members.flat().join(',')}`;
    if (style === 'simple') return explode ? pairs.join(',') : members.flat().join(',');
    if (explode) return pairs.join(separator);
    return `${own}=${members.flat().join(delimiters[style] ?? ',')}`;
  }
  if (style === 'label') return `.${text(value)}`;
  if (style === 'matrix') return `;${own}=${text(value)}`;
  return style === 'simple' ? text(value) : `${own}=${text(value)}`;
}

const delimiters: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

function deepMembers(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => deepMembers(`${name}[]`, item));
  if (isObject(value))
    return Object.entries(value).flatMap(([key, member]) => deepMembers(`${name}[${encodeURIComponent(key)}]`, member));
  return [`${name}=${encodeURIComponent(String(value))}`];
}
