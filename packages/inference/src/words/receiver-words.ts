/** Last words of paths to collections of webhook receivers. */
export const receiverCollections = /(?:webhook|hook|subscription|endpoint|callback|listener)s?$/;

/** Members of a receiver: its URL, its events, its secret, and whether it is enabled. */
export const receiverMembers: Readonly<Record<'address' | 'events' | 'secret' | 'on', string>> = {
  address: 'url targeturl callbackurl webhookurl endpoint',
  events: 'enabledevents events eventtypes topics types event topic eventtype',
  secret: 'secret signingsecret',
  on: 'active enabled status state',
};

/** Members with the settings of a receiver. */
export const receiverSettings = 'config';

/** Values that disable a receiver. */
export const offValues: ReadonlySet<string> = new Set(['disabled']);
