import type { Capability } from './model.js';

/** Which control operations need which capability of the target; any other needs some capability to be declared. */
export const capabilityOf: Readonly<Record<string, Capability>> = {
  getClock: 'clock',
  setClock: 'clock',
  advanceClock: 'clock',
  answerInbox: 'inbox',
  listMessages: 'inbox',
  clearInbox: 'inbox',
  runAction: 'actions',
};
