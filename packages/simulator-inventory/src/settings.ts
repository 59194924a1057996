import { defineSetting } from '@understudy/kernel';

/** The form of a dataset's message in the status of a job (inventory.gap.status-message-form). */
export const datasetMessageForm = defineSetting<'object' | 'string'>('datasetMessageForm', {
  value: 'object',
  allowed: 'object or string',
  accepts: (value) => value === 'object' || value === 'string',
});
