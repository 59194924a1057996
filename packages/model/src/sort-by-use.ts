import type { ComputedMember } from './compiled-behavior.js';
import type { ExpressionNode } from './expressions/expression-node.js';
import { innerNodes } from './expressions/inner-nodes.js';

/**
 * Sorts computed members so that each follows the ones it uses, and separates members that depend only on the record
 * from members that depend on other records or the time. If members use each other, the one written first comes first.
 */
export function sortByUse<Member extends ComputedMember>(
  members: readonly Member[],
): { readonly local: readonly Member[]; readonly live: readonly Member[] } {
  const byName = new Map<string, Member[]>();
  for (const each of members) byName.set(topOf(each), [...(byName.get(topOf(each)) ?? []), each]);
  const sorted = new Set<Member>();
  const live = new Set<Member>();
  const visit = (each: Member, above: ReadonlySet<Member>): void => {
    if (sorted.has(each) || above.has(each)) return;
    const used = listUsed(each, byName);
    for (const other of used) visit(other, new Set(above).add(each));
    const { resources, values } = each.expression.uses;
    const isLive = resources.size > 0 || usesNow(each.expression.ast) || values.has('caller');
    if (isLive || used.some((other) => live.has(other))) live.add(each);
    sorted.add(each);
  };
  for (const each of members) visit(each, new Set());
  return { local: [...sorted].filter((each) => !live.has(each)), live: [...sorted].filter((each) => live.has(each)) };
}

function topOf({ path }: ComputedMember): string {
  return (path.list ?? path.names)[0] ?? '';
}

/** The members that an expression reads: members of the record, and members of the same list item. */
function listUsed<Member extends ComputedMember>(
  { path: { list = [] }, expression }: Member,
  byName: ReadonlyMap<string, readonly Member[]>,
): readonly Member[] {
  const ofItem = [...listMembersOf('item', expression.ast)].flatMap((name) => {
    const alike = byName.get(list[0] ?? '') ?? [];
    return alike.filter(({ path }) => path.names[0] === name && path.list?.join('.') === list.join('.'));
  });
  const ofSelf = [...listMembersOf('self', expression.ast)].flatMap((name) => byName.get(name) ?? []);
  return [...ofItem, ...ofSelf];
}

function listMembersOf(object: 'self' | 'item', node: ExpressionNode, found = new Set<string>()): ReadonlySet<string> {
  if (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === object) found.add(node.args[1]);
  for (const inner of innerNodes(node)) listMembersOf(object, inner, found);
  return found;
}

function usesNow(node: ExpressionNode): boolean {
  if (node.op === 'id') return node.args === 'now' || node.args === 'today';
  return innerNodes(node).some(usesNow);
}
