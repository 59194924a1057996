import type { MemberLocation, Resource } from '@understudy/model';
import type { StateSession } from '../state/state-session.js';
import type { CreatedEntity } from '../state/state-step.js';
import { addItems } from './perform.js';

/**
 * Creates the data from which a value is computed: items of a list, and records that refer to the entity. Then removes
 * one of the records, or changes its numbers.
 */
export async function giveRelated(
  session: StateSession,
  created: CreatedEntity,
  given: { readonly related: readonly Resource[]; readonly isRemoved: boolean; readonly path: MemberLocation },
): Promise<void> {
  const { resource } = session;
  const { related, isRemoved, path } = given;
  for (const used of related) {
    session.use(resource, created.key);
    const first = await session.create({ resource: used, isBelow: true });
    if (!isRemoved && first !== undefined) await changeNumbers(session, first);
    const less = isRemoved ? await session.create({ resource: used, isBelow: true }) : undefined;
    const remove = less && session.operation('delete', used);
    if (remove !== undefined) await session.call(remove, { key: less?.key });
  }
  await addItems(session, resource, { key: created.key, list: path.list?.join('.') });
}

/** Changes the numbers of a record, from which other values can be computed. */
async function changeNumbers(session: StateSession, { creates, key, entity }: CreatedEntity): Promise<void> {
  const update = session.operation('update', creates.resource) ?? session.operation('replace', creates.resource);
  const numbers = Object.entries(entity).filter(([, value]) => typeof value === 'number');
  const { references = [] } = session.context.plan.behavior.resources.get(creates.resource?.name ?? '') ?? {};
  for (const [name, value] of numbers) {
    if (update === undefined || references.some(({ member }) => member.names[0] === name)) continue;
    const changed = { ...(update.does === 'replace' ? entity : {}), [name]: Number(value) + 1 };
    const body = update.sent.reduceRight<unknown>((inner, member) => ({ [member]: inner }), changed);
    if (!session.context.variants.isValid(update, body)) continue;
    await session.call(update, { key, body, isExact: true });
    return;
  }
}
