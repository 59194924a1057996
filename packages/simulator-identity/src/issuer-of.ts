import type { HandlerContext } from '@understudy/kernel';
import { issuer } from './settings.js';

/** The issuer, with which all addresses of the provider begin. */
export function issuerOf({ settings, baseUrl }: Pick<HandlerContext, 'settings' | 'baseUrl'>): string {
  return settings.of(issuer) ?? baseUrl;
}
