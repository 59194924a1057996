import type { Finding } from '../finding.js';
import { isObject } from '../is-object.js';
import { joinPointer } from '../json-pointer.js';
import { resolveReference } from '../resolve-reference.js';
import { httpMethods } from '../walk-document.js';
import type { DescriptionRule } from './description-rule.js';

export const checkPathParameters: DescriptionRule = (document, _nodes, report) => {
  const shapes = new Map<string, string>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const pointer = joinPointer('/paths', path);
    if (!path.startsWith('/')) report('relative-path', pointer, `The path ${path} must begin with a slash.`);
    const shape = path.replaceAll(/\{[^{}]*\}/g, '{}');
    const earlier = shapes.get(shape);
    if (earlier !== undefined) {
      report('equivalent-paths', pointer, `The path ${path} matches the same requests as ${earlier}; join them.`);
    }
    shapes.set(shape, earlier ?? path);
    const pathItem = resolveReference(document, item);
    const template = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? ''));
    for (const method of httpMethods) {
      const operation = pathItem?.[method];
      if (!isObject(operation)) continue;
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
      const add = (rule: string, message: string, details: Pick<Finding, 'expected' | 'actual'>): void =>
        report(rule, at, message, details);
      const who = method.toUpperCase();
      for (const name of [...template].filter((each) => !declared.has(each))) {
        const message = `The path parameter {${name}} of ${path} is not declared by ${who}.`;
        add('undeclared-path-parameter', message, { expected: name });
      }
      for (const [name, required] of declared) {
        const unused = `The path parameter ${name} is declared by ${who}, but ${path} has no {${name}}.`;
        const optional = `The path parameter ${name} of ${who} ${path} must be required: true.`;
        if (!template.has(name)) add('unused-path-parameter', unused, { actual: name });
        else if (required !== true) add('optional-path-parameter', optional, { actual: name });
      }
    }
  }
};
