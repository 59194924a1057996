import {
  type ApiPlan,
  type CompiledReference,
  type CompiledResource,
  getMember,
  type Resource,
} from '@understudy/model';
import { wrongValue } from '../state/compare-entities.js';
import { refuse } from '../state/expect-state.js';
import type { StateSession } from '../state/state-session.js';
import type { Violation } from '../state/state-step.js';
import type { Trial } from '../state/trial.js';
import { resourceNamed } from './evaluate.js';
import { trialOf } from './trial-of.js';

const effects: Readonly<Record<string, string>> = {
  refuse: 'cannot be deleted',
  remove: 'takes it along',
  clear: 'is no longer named',
};

/** The trials of what happens to records whose target is deleted. */
export function relationTrials(
  plan: ApiPlan,
  { statement, references }: CompiledResource,
  resource: Resource,
): Trial[] {
  return references.flatMap((reference) => {
    const { member, resource: target, deleted } = reference;
    const name = member.names.join('.');
    const isWritten = statement.members?.[name]?.deleted !== undefined && member.list === undefined;
    if (!isWritten || target === resource.name || effects[deleted] === undefined) return [];
    return [
      trialOf(plan, ['resources', resource.name, 'members', name, 'deleted'], {
        resource,
        says: `${resource.name}: what ${name} names ${effects[deleted]}`,
        property: (session) => tryDeletion(session, reference),
      }),
    ];
  });
}

async function tryDeletion(session: StateSession, reference: CompiledReference): Promise<Violation | undefined> {
  const { member, deleted } = reference;
  const target = resourceNamed(session, reference.resource);
  const remove = target && session.operation('delete', target);
  const created = remove && (await session.create());
  if (target === undefined || remove === undefined || created === undefined) return undefined;
  const name = member.names.join('.');
  // A record below its parent shows which one it is.
  const key = getMember(created.entity, name) ?? getMember(session.shownIn(created.step), name);
  if (key === undefined || key === null) return session.cannot('a new record names none');
  const removed = await session.call(remove, { key });
  if (deleted === 'refuse')
    return removed.status < 300 && removed.status !== 202
      ? refuse(removed, `${remove.operation.operationId} was accepted although a record refers to it`)
      : undefined;
  if (removed.status >= 300 || removed.status === 202) return session.cannot('the server refuses to delete it');
  const read = session.operation('read');
  if (read === undefined) return undefined;
  const after = await session.call(read, { key: created.key });
  if (deleted === 'remove')
    return after.status < 300 ? refuse(after, 'a record can still be read whose target is deleted') : undefined;
  const shown = getMember(session.shownIn(after), name);
  if (after.status >= 300 || shown === undefined || shown === null) return undefined;
  return wrongValue(after, `${name} still names a deleted record`, member.names, null);
}
