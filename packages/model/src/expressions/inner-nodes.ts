import type { ASTNode } from '@marcbachmann/cel-js';

/** The nodes directly inside a node. */
export function innerNodes(node: ASTNode): readonly ASTNode[] {
  const parts: readonly unknown[] = Array.isArray(node.args) ? node.args.flat(2) : [node.args];
  return parts.filter((each): each is ASTNode => typeof each === 'object' && each !== null && 'op' in each);
}
