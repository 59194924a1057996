import { compileExpression, ExpressionError, type ValueSource } from '@understudy/model';

const plainName = /^[A-Za-z_]\w*$/;

/** Writes the location of a request value as an expression: `path.petId`, `query["page[size]"]`, `"me"`. */
export function toExpression({ in: place, name }: ValueSource): string {
  if (place === 'literal') return JSON.stringify(name);
  const parts = place === 'body' ? name.split('.') : [name];
  return parts.reduce(
    (text, part) => (plainName.test(part) ? `${text}.${part}` : `${text}[${JSON.stringify(part)}]`),
    place,
  );
}

/** Parses an expression that is the location of a request value. Returns undefined for other expressions. */
export function toValueSource(text: unknown): ValueSource | undefined {
  const names: string[] = [];
  let node = parse(String(text));
  if (node?.op === 'value' && typeof node.args === 'string') return { in: 'literal', name: node.args };
  while (node !== undefined) {
    if (node.op === 'id') {
      const place = node.args;
      const isPlace = place === 'path' || place === 'query' || place === 'body';
      return isPlace && names.length > 0 ? { in: place, name: names.reverse().join('.') } : undefined;
    }
    if (node.op === '.') {
      names.push(node.args[1]);
      node = node.args[0];
    } else if (node.op === '[]' && node.args[1].op === 'value' && typeof node.args[1].args === 'string') {
      names.push(node.args[1].args);
      node = node.args[0];
    } else return undefined;
  }
  return undefined;
}

function parse(text: string) {
  try {
    return compileExpression(text).ast;
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}
