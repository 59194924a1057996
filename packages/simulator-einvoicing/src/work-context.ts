import type { ActionContext } from '@understudy/kernel';

/** What the API's rules need to work: handlers, timers, actions and reports all have it. */
export type WorkContext = Pick<
  ActionContext,
  'clock' | 'compute' | 'ids' | 'scopes' | 'settings' | 'timers' | 'webhooks'
>;
