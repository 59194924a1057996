import { defineSetting } from '@understudy/kernel';

/** The URL for the webhooks of the document. */
export const webhookUrl = defineSetting<string | null>('webhookUrl', {
  value: null,
  allowed: 'an http or https URL, or null',
  accepts: (value): value is string | null =>
    value === null || (typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)),
});

/** Whether security schemes are enforced. */
export const security = defineSetting<'enforced' | 'off'>('security', {
  value: 'enforced',
  allowed: '"enforced" or "off"',
  accepts: (value): value is 'enforced' | 'off' => value === 'enforced' || value === 'off',
});
