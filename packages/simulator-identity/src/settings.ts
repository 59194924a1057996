import { type ApiSetting, defineChoice, defineSetting, type HandlerContext } from '@understudy/kernel';
import { scopeEnvironments, signingAlgorithms, tokenFaults } from './policies.js';

/** Required prefix of scopes; null for any (analysis.gap.scope-prefix). */
export const scopePrefix = defineSetting<string | null>('scopePrefix', {
  value: null,
  allowed: 'null or text of lower-case letters, digits and -',
  accepts: (value): value is string | null =>
    value === null || (typeof value === 'string' && /^[a-z0-9-]+$/.test(value)),
});

/** The environment that the server simulates. */
export const environmentSetting = defineChoice('environment', scopeEnvironments);

/**
 * `page` shows a sign-in page; `auto` immediately signs in the user that `login_hint` names, or else the first user.
 */
export const loginSetting = defineChoice('login', ['page', 'auto']);

/** Whether all clients ask for consent, or only those registered with `consent`. */
export const consentSetting = defineChoice('consent', ['registered', 'always']);

/** Signing algorithm of tokens, unless a client is registered with another. */
export const signingAlgorithm = defineChoice('signingAlgorithm', signingAlgorithms);

export const tokenFault = defineChoice('tokenFault', tokenFaults);

/** The issuer; null means the address of the request. */
const issuerSetting = defineSetting<string | null>('issuer', {
  value: null,
  allowed: 'null or an http or https URL without query, fragment and slash at the end',
  accepts: (value): value is string | null =>
    value === null || (typeof value === 'string' && /^https?:\/\/[^\s?#]*[^\s?#/]$/.test(value) && URL.canParse(value)),
});

/** Scopes that unregistered clients can request. An empty list allows all; null rejects such clients. */
export const unregisteredClients = defineSetting<readonly string[] | null>('unregisteredClients', {
  value: null,
  allowed: 'null or a list of scopes',
  accepts: (value): value is readonly string[] | null =>
    value === null || (Array.isArray(value) && value.every((scope) => typeof scope === 'string')),
});

/** Seconds after which a new key signs tokens. */
export const keyLifetime = seconds('keyLifetime', 30 * 24 * 3600);
export const codeLifetime = seconds('codeLifetime', 60);
export const idTokenLifetime = seconds('idTokenLifetime', 3600);
export const refreshTokenLifetime = seconds('refreshTokenLifetime', 14 * 24 * 3600);
export const sessionLifetime = seconds('sessionLifetime', 24 * 3600);
export const deviceInterval = seconds('deviceInterval', 5);

export const identitySettings = {
  scopePrefix,
  environment: environmentSetting,
  login: loginSetting,
  consent: consentSetting,
  signingAlgorithm,
  tokenFault,
  issuer: issuerSetting,
  unregisteredClients,
  keyLifetime,
  codeLifetime,
  idTokenLifetime,
  refreshTokenLifetime,
  sessionLifetime,
  deviceInterval,
};

function seconds(name: string, value: number): ApiSetting<number> {
  return defineSetting<number>(name, {
    value,
    allowed: 'a number of seconds from 1 to 31536000',
    accepts: (given): given is number => Number.isInteger(given) && Number(given) >= 1 && Number(given) <= 31_536_000,
  });
}

/** Returns the issuer. All URLs of the provider start with it. */
export function getIssuer({ settings, baseUrl }: Pick<HandlerContext, 'settings' | 'baseUrl'>): string {
  return settings.of(issuerSetting) ?? baseUrl;
}
