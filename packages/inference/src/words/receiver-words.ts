/** Last words of the paths of collections whose records receive events. */
export const receiverCollections = /(?:webhook|hook|subscription|endpoint|callback|listener)s?$/;

/** Members of a receiver: its address, the events that it wants, its secret, and whether it is on. */
export const receiverMembers: Readonly<Record<'address' | 'events' | 'secret' | 'on', string>> = {
  address: 'url targeturl callbackurl webhookurl endpoint',
  events: 'enabledevents events eventtypes topics types event topic eventtype',
  secret: 'secret signingsecret',
  on: 'active enabled status state',
};

/** Members with the settings of a receiver. */
export const receiverSettings = 'config';

/** Values of a receiver that gets nothing. */
export const offValues: ReadonlySet<string> = new Set(['disabled']);
