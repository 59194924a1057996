import { defineChoice, defineSetting } from '@understudy/kernel';
import { type Locale, locales } from '../meaning/load-faker.js';

export const webhookUrlSetting = defineSetting<string | null>('webhookUrl', {
  value: null,
  allowed: 'an http or https URL, or null',
  accepts: (value): value is string | null =>
    value === null || (typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)),
});

export const securitySetting = defineChoice('security', ['enforced', 'issued', 'off']);

export const localeSetting = defineSetting<string>('locale', {
  value: 'en',
  allowed: `one or more of ${locales.join(', ')}, separated by commas`,
  accepts: (value): value is string =>
    typeof value === 'string' && value.split(',').every((each) => locales.includes(each.trim() as Locale)),
});
