import type { HandlerContext } from '@understudy/kernel';
import { issuerSetting } from './settings.js';

/** Returns the issuer. All URLs of the provider start with it. */
export function getIssuer({ settings, baseUrl }: Pick<HandlerContext, 'settings' | 'baseUrl'>): string {
  return settings.of(issuerSetting) ?? baseUrl;
}
