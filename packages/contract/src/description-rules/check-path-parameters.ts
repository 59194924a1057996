import { isObject } from '../is-object.js';
import { joinPointer } from '../json-pointer.js';
import { resolveReference } from '../resolve-reference.js';
import { methods } from '../walk-document.js';
import type { DescriptionRule } from './description-rule.js';

/** Path templates and path parameters agree, and no two templates are the same but for names. */
export const checkPathParameters: DescriptionRule = (document, _nodes, report) => {
  const shapes = new Map<string, string>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const pointer = joinPointer('/paths', path);
    if (!path.startsWith('/')) {
      report('relative-path', pointer, `The path ${path} must begin with a slash.`);
    }
    const shape = path.replaceAll(/\{[^{}]*\}/g, '{}');
    const earlier = shapes.get(shape);
    if (earlier !== undefined) {
      report('equivalent-paths', pointer, `The path ${path} matches the same requests as ${earlier}; join them.`);
    }
    shapes.set(shape, earlier ?? path);
    const pathItem = resolveReference(document, item);
    const template = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? ''));
    for (const method of methods) {
      const operation = pathItem?.[method];
      if (!isObject(operation)) {
        continue;
      }
      const at = joinPointer(pointer, method);
      const declared = new Map<string, unknown>();
      for (const node of [pathItem?.parameters, operation.parameters].flatMap((list): unknown[] =>
        Array.isArray(list) ? list : [],
      )) {
        const parameter = resolveReference(document, node);
        if (parameter?.in === 'path' && typeof parameter.name === 'string') {
          declared.set(parameter.name, parameter.required);
        }
      }
      for (const name of template) {
        if (!declared.has(name)) {
          report(
            'undeclared-path-parameter',
            at,
            `The path parameter {${name}} of ${path} is not declared by ${method.toUpperCase()}.`,
            { expected: name },
          );
        }
      }
      for (const [name, required] of declared) {
        if (!template.has(name)) {
          report(
            'unused-path-parameter',
            at,
            `The path parameter ${name} is declared by ${method.toUpperCase()}, but ${path} has no {${name}}.`,
            { actual: name },
          );
        } else if (required !== true) {
          report(
            'optional-path-parameter',
            at,
            `The path parameter ${name} of ${method.toUpperCase()} ${path} must say required: true.`,
            { actual: name },
          );
        }
      }
    }
  }
};
