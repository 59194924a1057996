import type { One } from './scope.js';
import { dot, type Kind, type Vocabulary } from './vocabulary.js';

/** Returns the records of a resource that refer to a record or are under its path. */
export function recordsOf(kind: Kind, owner: One, vocabulary: Vocabulary): string | undefined {
  const { resource } = kind;
  if (resource === undefined || owner.kind.resource === undefined) return undefined;
  const references = kind.references.filter(({ target }) => target === owner.kind.resource?.name);
  const isBelow = resource.parent === owner.kind.resource.shape;
  const of = owner.expression === 'self' ? '' : `, ${owner.expression}`;
  if (references.length === 1 || (references.length === 0 && isBelow))
    return `of(${JSON.stringify(resource.name)}${of})`;
  if (references.length > 1) return undefined;
  const { key } = owner.kind.resource;
  const over = kind.references.flatMap(({ member, target }) => {
    const middle = vocabulary.kinds.get(target);
    const second = middle?.references.filter((each) => each.target === owner.kind.resource?.name) ?? [];
    const [last] = second;
    return last === undefined || second.length > 1 ? [] : [{ member, target, last: last.member }];
  });
  const [way] = over;
  if (way === undefined || over.length > 1 || key === undefined) return undefined;
  const record = `find(${JSON.stringify(way.target)}, ${dot('one', way.member)})`;
  return `all(${JSON.stringify(resource.name)}).filter(one, ${dot(record, way.last)} == ${dot(owner.expression, key)})`;
}
