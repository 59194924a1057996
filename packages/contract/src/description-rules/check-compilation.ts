import { Compilers } from '../compilers.js';
import { ContractError } from '../contract-error.js';
import type { DescriptionRule } from './description-rule.js';

/** Every component schema and every schema written in place compiles. Runs when nothing else is wrong with the schemas. */
export const checkCompilation: DescriptionRule = (document, nodes, report) => {
  const compilers = new Compilers(document);
  for (const { kind, node, pointer } of nodes) {
    const isComponent = /^\/components\/schemas\/[^/]+$/.test(pointer);
    if (
      kind !== 'schema' ||
      !(isComponent || /\/schema$/.test(pointer)) ||
      (!isComponent && typeof node.$ref === 'string')
    ) {
      continue;
    }
    try {
      compilers.compile('response', node, 'schema/', pointer);
    } catch (error) {
      if (!(error instanceof ContractError)) {
        throw error;
      }
      report('invalid-schema', pointer, error.findings[0]?.message ?? error.message);
    }
  }
};
