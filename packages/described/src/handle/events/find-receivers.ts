import type { WebhookPolicy } from '@understudy/kernel';
import type { CompiledChannel } from '@understudy/model';
import type { BehaviorSession } from '../behavior/behavior-session.js';
import type { Subscriber } from '../find-subscribers.js';

type Fields = Readonly<Record<string, unknown>>;

/** The receivers of an event in a channel. */
export function findReceivers(
  session: BehaviorSession,
  { each, if: condition, url: address, sign }: CompiledChannel,
  values: Fields,
): readonly Subscriber[] {
  if (address === undefined) return [];
  const items = each === undefined ? [null] : session.evaluate(each, values);
  return (Array.isArray(items) ? items : []).flatMap((item) => {
    const around = { ...values, item };
    if (condition !== undefined && session.evaluate(condition, around) !== true) return [];
    const url = session.evaluate(address, around);
    if (typeof url !== 'string' || !URL.canParse(url)) return [];
    return [{ url, policy: signedBy(session, sign, around) }];
  });
}

function signedBy(session: BehaviorSession, sign: CompiledChannel['sign'], values: Fields): Partial<WebhookPolicy> {
  const secret = sign === undefined ? null : session.evaluate(sign.key, values);
  if (sign === undefined || typeof secret !== 'string' || secret === '') return {};
  const scheme = sign.hmac === undefined ? ('standard' as const) : ('body' as const);
  const header = sign.header === undefined ? {} : { header: sign.header };
  return { signature: { scheme, secrets: [secret], ...header } };
}
