import { isObject } from '../is-object.js';
import type { DescriptionRule } from './description-rule.js';

/** Every operation documents responses under valid statuses, every response has a description. */
export const checkResponses: DescriptionRule = (_document, nodes, report) => {
  for (const { kind, node, pointer } of nodes) {
    if (kind === 'response' && node.$ref === undefined && typeof node.description !== 'string') {
      report(
        'response-without-description',
        pointer,
        `The response at ${pointer} has no description; say when it is given.`,
      );
    }
    if (kind !== 'operation') {
      continue;
    }
    const statuses = isObject(node.responses)
      ? Object.keys(node.responses).filter((name) => !name.startsWith('x-'))
      : [];
    if (statuses.length === 0) {
      report('no-responses', pointer, `The operation at ${pointer} documents no response.`);
    }
    for (const status of statuses) {
      if (!/^([1-5]\d\d|[1-5]XX|default)$/.test(status)) {
        const message = `The status ${status} at ${pointer}/responses must be like 200, 4XX or default.`;
        report('invalid-status', `${pointer}/responses/${status}`, message, { actual: status });
      }
    }
  }
};
