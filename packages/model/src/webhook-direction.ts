import { isObject, stringifyJson, suggestName } from '@understudy/contract';
import type { WebhookPolicy } from '@understudy/kernel';
import { isFlag, type MemberRule } from './conventions.js';

/** The policy of most services: four attempts with increasing delays. */
export const defaultWebhookPolicy: WebhookPolicy = {
  timeoutSeconds: 10,
  attempts: 4,
  retryDelaysSeconds: [10, 60, 600],
};

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isWhole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const isListOf = (value: unknown, fits: (each: unknown) => boolean) =>
  Array.isArray(value) && value.length > 0 && value.every(fits);

function isSignature(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { scheme, secrets, header = 'x', ...others } = value;
  const isKnown = ['standard', 'timestamped', 'versioned', 'body', 'hex'].includes(String(scheme));
  const isName = typeof header === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(header);
  const areTexts = isListOf(secrets, (secret) => typeof secret === 'string' && secret !== '');
  return isKnown && isName && areTexts && Object.keys(others).length === 0;
}

/** Within the limits of a sandbox's snapshot. */
const members: Readonly<Record<keyof WebhookPolicy, MemberRule>> = {
  attempts: { fits: (value) => isWhole(value, 1, 100), allowed: 'a whole number from 1 to 100' },
  retryDelaysSeconds: {
    fits: (value) => isListOf(value, (each) => isNumber(each) && each >= 0),
    allowed: 'a list of seconds',
  },
  timeoutSeconds: {
    fits: (value) => isNumber(value) && value > 0 && value <= 600,
    allowed: 'a number of seconds above 0, 600 at most',
  },
  successStatuses: {
    fits: (value) => isListOf(value, (each) => isWhole(each, 100, 599)),
    allowed: 'a list of statuses',
  },
  signature: {
    fits: isSignature,
    allowed: '{scheme: standard, timestamped, versioned or body, secrets: [...], header: <name, optional>}',
  },
  retriesApart: isFlag,
};

/** Returns the error of a partial or complete delivery policy, or undefined. */
export function describeInvalidPolicy(value: unknown): string | undefined {
  if (!isObject(value)) return `webhookPolicy must be an object, but is ${stringifyJson(value)}`;
  const names = Object.keys(members);
  for (const [name, given] of Object.entries(value)) {
    const member = Object.entries(members).find(([each]) => each === name)?.[1];
    if (member === undefined)
      return `there is no "${name}" in webhookPolicy; there are ${names.join(', ')}.${suggestName(name, names)}`;
    if (!member.fits(given))
      return `${name} of webhookPolicy must be ${member.allowed}, but is ${stringifyJson(given)}`;
  }
  return undefined;
}
