import type { ExpressionNode } from './expression-node.js';

/** Returns the direct children of a node. */
export function innerNodes(node: ExpressionNode): readonly ExpressionNode[] {
  const parts: readonly unknown[] = Array.isArray(node.args) ? node.args.flat(2) : [node.args];
  return parts.filter((each): each is ExpressionNode => typeof each === 'object' && each !== null && 'op' in each);
}
