import type { DescriptionRule } from './description-rule.js';

/** Every operation under `paths` has an operationId of its own. */
export const checkOperationIds: DescriptionRule = (_document, nodes, report) => {
  const seen = new Map<string, string>();
  for (const { kind, node, pointer } of nodes) {
    if (kind !== 'operation') {
      continue;
    }
    const id = node.operationId;
    if (typeof id !== 'string' || id === '') {
      if (/^\/paths\/[^/]+\/[^/]+$/.test(pointer)) {
        report(
          'missing-operation-id',
          pointer,
          `The operation at ${pointer} has no operationId; scenarios and handlers need one.`,
        );
      }
      continue;
    }
    const earlier = seen.get(id);
    if (earlier !== undefined) {
      report(
        'duplicate-operation-id',
        `${pointer}/operationId`,
        `The operationId ${id} is taken by ${earlier}; choose another.`,
        { actual: id },
      );
    }
    seen.set(id, earlier ?? pointer);
  }
};
