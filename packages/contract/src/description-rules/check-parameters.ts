import { isObject } from '../is-object.js';
import type { DescriptionRule } from './description-rule.js';

/** Every parameter has a name, a place and a schema, and is declared once. */
export const checkParameters: DescriptionRule = (_document, nodes, report) => {
  for (const { kind, node, pointer } of nodes) {
    if (kind === 'parameter' && node.$ref === undefined) {
      const name = String(node.name ?? '');
      if (typeof node.name !== 'string' || !['path', 'query', 'header', 'cookie'].includes(String(node.in))) {
        report(
          'incomplete-parameter',
          pointer,
          `The parameter at ${pointer} needs a name and in: path, query, header or cookie.`,
        );
      } else if (node.schema === undefined && node.content === undefined) {
        report(
          'parameter-without-schema',
          pointer,
          `The parameter ${name} at ${pointer} has no schema; say what its values are.`,
        );
      }
    }
    const list = kind === 'operation' || kind === 'pathItem' ? node.parameters : undefined;
    const seen = new Set<string>();
    for (const [index, parameter] of (Array.isArray(list) ? list : []).entries()) {
      const key = isObject(parameter)
        ? String(parameter.$ref ?? `${String(parameter.in)} ${String(parameter.name)}`)
        : '';
      if (seen.has(key)) {
        report(
          'duplicate-parameter',
          `${pointer}/parameters/${index}`,
          `The parameter ${key} is declared twice at ${pointer}.`,
        );
      }
      seen.add(key);
    }
  }
};
