import { isSecretName as isNameOfSecret, isSecretHeader } from '@understudy/contract';

/** Normalizes a name to ignore case and dashes. */
export function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^x-/, '')
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Returns whether a member or header of this name contains a secret. */
export function isSecretName(name: string): boolean {
  return isNameOfSecret(name) || isSecretHeader(name);
}
