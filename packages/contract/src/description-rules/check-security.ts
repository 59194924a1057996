import { isObject } from '../is-object.js';
import { joinPointer } from '../json-pointer.js';
import type { DescriptionRule } from './description-rule.js';

/** Every security requirement names a scheme of the components. */
export const checkSecurity: DescriptionRule = (document, nodes, report) => {
  const schemes = document.components?.securitySchemes;
  const known = isObject(schemes) ? Object.keys(schemes) : [];
  for (const { kind, node, pointer } of nodes) {
    const security = kind === 'document' || kind === 'operation' ? node.security : undefined;
    for (const [index, requirement] of (Array.isArray(security) ? security : []).entries()) {
      for (const name of isObject(requirement) ? Object.keys(requirement) : []) {
        if (!known.includes(name)) {
          const message = `The security scheme ${name} at ${pointer}/security is not in components.securitySchemes.`;
          report('unknown-security-scheme', joinPointer(pointer, 'security', index, name), message, {
            expected: known,
            actual: name,
          });
        }
      }
    }
  }
};
