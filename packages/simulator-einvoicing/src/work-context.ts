import type { ActionContext } from '@understudy/kernel';

/** The context of the API's rules. Handlers, timers, actions and reports all have it. */
export type WorkContext = Pick<
  ActionContext,
  'clock' | 'compute' | 'ids' | 'scopes' | 'settings' | 'timers' | 'webhooks'
>;
