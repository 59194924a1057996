/** A parsed runtime expression. `pointer` is a JSON Pointer into the value; `''` is the whole value. */
export type RuntimeExpression =
  | { kind: 'url' | 'method' | 'statusCode' }
  | { kind: 'request' | 'response'; part: 'header' | 'query' | 'path'; name: string }
  | { kind: 'request' | 'response'; part: 'body'; pointer: string }
  | { kind: 'inputs' | 'outputs'; name: string; pointer: string }
  | { kind: 'steps'; stepId: string; name: string; pointer: string }
  | { kind: 'workflows'; workflowId: string; field: 'inputs' | 'outputs'; name: string; pointer: string }
  | { kind: 'sourceDescriptions'; source: string; name: string }
  | { kind: 'components'; section: string; name: string };

/** The result of parsing: a literal such as `$5`, an invalid expression, or a valid one. */
type ParsedExpression = { expression: RuntimeExpression } | { problem: string } | { literal: true };

const roots = 'url|method|statusCode|request|response|inputs|outputs|steps|workflows|sourceDescriptions|components';
const startsLikeExpression = new RegExp(`^\\$(${roots})(?![A-Za-z0-9_-])`);

/** Returns whether a string is a runtime expression: whether it starts with `$` and a name from the specification. */
export function isExpressionText(text: string): boolean {
  return startsLikeExpression.test(text);
}

/** Parses a string that consists of exactly one runtime expression (Arazzo 1.0.1, Runtime Expressions). */
export function parseExpression(text: string): ParsedExpression {
  const root = startsLikeExpression.exec(text)?.[1];
  if (root === undefined) return { literal: true };
  const rest = text.slice(root.length + 1);
  switch (root) {
    case 'url':
    case 'method':
    case 'statusCode':
      if (rest !== '') return { problem: `$${root} has no parts; remove "${rest}"` };
      return { expression: { kind: root } };
    case 'request':
    case 'response':
      return parseMessage(root, rest);
    case 'inputs':
    case 'outputs':
      return parseNamed(rest, `$${root}.<name>`, (name, pointer) => ({ kind: root, name, pointer }));
    case 'steps': {
      const parts = /^\.([A-Za-z0-9_-]+)\.outputs(\..*)$/s.exec(rest);
      const stepId = parts?.[1];
      if (stepId === undefined) return { problem: `"${text}" must read $steps.<stepId>.outputs.<name>` };
      return parseNamed(parts?.[2] ?? '', text, (name, pointer) => ({ kind: 'steps', stepId, name, pointer }));
    }
    case 'workflows': {
      const parts = /^\.([A-Za-z0-9_-]+)\.(inputs|outputs)(\..*)$/s.exec(rest);
      const workflowId = parts?.[1];
      if (workflowId === undefined) return { problem: `"${text}" must read $workflows.<workflowId>.outputs.<name>` };
      const field = parts?.[2] === 'inputs' ? 'inputs' : 'outputs';
      return parseNamed(parts?.[3] ?? '', text, (name, pointer) => ({
        kind: 'workflows',
        workflowId,
        field,
        name,
        pointer,
      }));
    }
    case 'sourceDescriptions': {
      const parts = /^\.([A-Za-z0-9_-]+)\.(.+)$/s.exec(rest);
      if (parts === null) return { problem: `"${text}" must read $sourceDescriptions.<name>.<field>` };
      return { expression: { kind: 'sourceDescriptions', source: parts[1] ?? '', name: parts[2] ?? '' } };
    }
    default: {
      const parts = /^\.(inputs|parameters|successActions|failureActions)\.([A-Za-z0-9._-]+)$/.exec(rest);
      if (parts === null) return { problem: `"${text}" must read $components.<section>.<name>` };
      return { expression: { kind: 'components', section: parts[1] ?? '', name: parts[2] ?? '' } };
    }
  }
}

function parseMessage(kind: 'request' | 'response', rest: string): ParsedExpression {
  const body = /^\.body(?:#(.*))?$/s.exec(rest);
  if (body !== null) {
    const pointer = body[1] ?? '';
    if (pointer !== '' && !pointer.startsWith('/'))
      return { problem: `the JSON Pointer "${pointer}" must start with /` };
    return { expression: { kind, part: 'body', pointer } };
  }
  if (rest.startsWith('.body')) {
    return {
      problem: `"$${kind}${rest}" must select a part of the body with a JSON Pointer, such as $${kind}.body#/name`,
    };
  }
  const named = /^\.(header|query|path)\.(.+)$/s.exec(rest);
  const part = named?.[1];
  if (part !== 'header' && part !== 'query' && part !== 'path') {
    return { problem: `"$${kind}${rest}" must continue with .header.<name>, .query.<name>, .path.<name> or .body` };
  }
  return { expression: { kind, part, name: named?.[2] ?? '' } };
}

function parseNamed(
  rest: string,
  form: string,
  make: (name: string, pointer: string) => RuntimeExpression,
): ParsedExpression {
  const parts = /^\.([^#]+)(?:#(.*))?$/s.exec(rest);
  if (parts === null) return { problem: `a name is missing: ${form}` };
  const pointer = parts[2] ?? '';
  if (pointer !== '' && !pointer.startsWith('/')) return { problem: `the JSON Pointer "${pointer}" must start with /` };
  return { expression: make(parts[1] ?? '', pointer) };
}
