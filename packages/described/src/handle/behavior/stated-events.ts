import type { UnitContext, WebhookPolicy } from '@understudy/kernel';
import type { CompiledChannel, CompiledEventType } from '@understudy/model';
import type { BehaviorSession } from './behavior-session.js';
import { showValue } from './show-value.js';

/** An event that happened, and its body by the model. */
export interface StatedEvent {
  readonly type: string;
  readonly webhook: string | undefined;
  /** Undefined if the model says nothing about it. */
  readonly body: unknown;
  /** What expressions about its receivers can use. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Someone who receives an event. */
export interface StatedReceiver {
  readonly url: string;
  readonly policy: Partial<WebhookPolicy>;
}

interface Happened {
  readonly context: Pick<UnitContext, 'ids'>;
  readonly session: BehaviorSession;
  /** The operation. Undefined for a timer. */
  readonly cause: string | undefined;
}

/** The events of an operation and of the transitions that it made, by the model. */
export function listStatedEvents(
  { cause, context, session }: Happened,
  self: Readonly<Record<string, unknown>>,
): readonly StatedEvent[] {
  const { types = [] } = session.work.served.plan.behavior.events ?? {};
  const causes = [...(cause === undefined ? [] : [cause]), ...session.made];
  const isCaused = ({ on }: CompiledEventType) => causes.some((each) => on.has(each));
  return types.filter(isCaused).flatMap((each) => {
    const values = { self, old: null, event: { type: each.type, id: context.ids.next('event') } };
    if (each.if !== undefined && session.evaluate(each.if, values) !== true) return [];
    const body = each.body === undefined ? undefined : showValue(session, session.evaluate(each.body, values));
    return [{ type: each.type, webhook: each.webhook, body, values }];
  });
}

/** The receivers of an event in a channel. */
export function listStatedReceivers(
  session: BehaviorSession,
  channel: CompiledChannel,
  { values }: StatedEvent,
): readonly StatedReceiver[] {
  if (channel.url === undefined) return [];
  const items = channel.each === undefined ? [null] : session.evaluate(channel.each, values);
  return (Array.isArray(items) ? items : []).flatMap((item) => {
    const around = { ...values, item };
    if (channel.if !== undefined && session.evaluate(channel.if, around) !== true) return [];
    const url = channel.url === undefined ? null : session.evaluate(channel.url, around);
    if (typeof url !== 'string' || !URL.canParse(url)) return [];
    return [{ url, policy: signedBy(session, channel, around) }];
  });
}

function signedBy(
  session: BehaviorSession,
  { sign }: CompiledChannel,
  values: Readonly<Record<string, unknown>>,
): Partial<WebhookPolicy> {
  const secret = sign === undefined ? null : session.evaluate(sign.key, values);
  if (sign === undefined || typeof secret !== 'string' || secret === '') return {};
  const scheme = sign.hmac === undefined ? ('standard' as const) : ('body' as const);
  const header = sign.header === undefined ? {} : { header: sign.header };
  return { signature: { scheme, secrets: [secret], ...header } };
}
