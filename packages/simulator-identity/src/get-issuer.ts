import type { HandlerContext } from '@understudy/kernel';
import { issuerSetting } from './settings.js';

/** Returns the issuer, with which all addresses of the provider begin. */
export function getIssuer({ settings, baseUrl }: Pick<HandlerContext, 'settings' | 'baseUrl'>): string {
  return settings.of(issuerSetting) ?? baseUrl;
}
