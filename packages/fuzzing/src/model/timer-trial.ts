import { sleepRealTime } from '@understudy/kernel/serving';
import { type CompiledLifecycle, type CompiledTransition, getMember, type OperationPlan } from '@understudy/model';
import { wrongValue } from '../state/compare-entities.js';
import type { StateSession } from '../state/state-session.js';
import type { Violation } from '../state/state-step.js';
import { evaluate, serverTime } from './evaluate.js';

const pollMs = 400;
const mostPolls = 15;
/** Time allowed for servers that process timers only periodically. */
const graceMs = 2500;

/** Creates an entity that will soon change by itself, and waits until it should have changed. */
export async function tryTimer(
  session: StateSession,
  { member }: CompiledLifecycle,
  { when, statement: { to }, from }: CompiledTransition,
): Promise<Violation | undefined> {
  const { resource, context } = session;
  const shortest = (creates: OperationPlan, body: unknown) =>
    [...resource.writable].reduce((whole, [name, schema]) => {
      const { keywords, types } = context.plan.schemas.chosen(schema);
      const least = types.includes('integer') ? Math.max(1, Number(keywords['minimum'] ?? 1)) : undefined;
      return context.variants.with(creates, { value: whole, name, member: least }) ?? whole;
    }, body);
  const created = await session.create({ complete: shortest });
  if (created === undefined || when === undefined) return undefined;
  let dueAt: number | undefined;
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const read = await session.readOne(resource, created.key);
    if (read?.step.headers['date'] === undefined) return session.cannot('the server does not send its time');
    const state = String(getMember(read.record, member.join('.')));
    if (state === to) return undefined;
    const isDue = evaluate(session, when, { self: read.record });
    // The server's clock can be stopped, or show a different time.
    if (typeof isDue !== 'boolean' || (isDue && poll === 0) || (from.length > 0 && !from.includes(state))) break;
    const now = serverTime(session).getTime();
    if (isDue) dueAt ??= now;
    if (dueAt !== undefined && now - dueAt >= graceMs)
      return wrongValue(read.step, `${when.text}, but it is still ${state}`, member, to);
    await sleepRealTime(pollMs);
  }
  return session.cannot('it does not change within seconds');
}
