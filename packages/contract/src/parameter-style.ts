import type { OperationParameter } from './operation.js';

/** How an array or object is written as text (OpenAPI `style` and `explode`). */
export interface ParameterStyle {
  readonly style: string;
  readonly explode: boolean;
  /** String between the items of an array. */
  readonly delimiter: string;
}

const delimiters: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** Returns the style of a parameter with the defaults of OpenAPI. */
export function readStyle({
  in: place,
  style: given,
  explode: said,
}: Pick<OperationParameter, 'in' | 'style' | 'explode'>): ParameterStyle {
  const style = given ?? (place === 'path' || place === 'header' ? 'simple' : 'form');
  const explode = said ?? (style === 'form' || style === 'cookie');
  return { style, explode, delimiter: style === 'label' && explode ? '.' : (delimiters[style] ?? ',') };
}

/**
 * Writes an example of a parameter in its described style. @param members member names of an object; undefined for an
 * array
 */
export function writeExample(parameter: OperationParameter, members: readonly string[] | undefined): string {
  const { name } = parameter;
  const { style, explode, delimiter } = readStyle(parameter);
  const [first = 'a', second = 'b'] = members ?? [];
  const pairs = `${first}=1${delimiter}${second}=2`;
  const items = members === undefined ? ['1', '2'] : [first, '1', second, '2'];
  const text = members !== undefined && explode ? pairs : items.join(encodeURIComponent(delimiter).replace('%2C', ','));
  if (style === 'simple') return text;
  if (style === 'label') return `.${text}`;
  const separator = style === 'matrix' ? ';' : parameter.in === 'cookie' ? '; ' : '&';
  const start = style === 'matrix' ? ';' : '';
  if (style === 'deepObject' && members !== undefined) return `${name}[${first}]=1&${name}[${second}]=2`;
  if (!explode) return `${start}${name}=${text}`;
  const written = members === undefined ? [`${name}=1`, `${name}=2`] : [`${first}=1`, `${second}=2`];
  return `${start}${written.join(separator)}`;
}
