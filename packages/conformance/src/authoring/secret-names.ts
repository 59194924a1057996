import { isSecretName as isNameOfSecret, isSecretHeader } from '@understudy/contract';

/** A name without case and dashes. */
export function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^x-/, '')
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Whether a member or header of this name contains a secret. */
export function isSecretName(name: string): boolean {
  return isNameOfSecret(name) || isSecretHeader(name);
}
