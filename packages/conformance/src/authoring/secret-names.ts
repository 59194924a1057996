import { isSecretName as isNameOfSecret, isSecretHeader } from '@understudy/contract';

/** A name whatever its case and its dashes. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^x-/, '')
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Whether the value of a member or header of this name must not be written to a file. */
export function isSecretName(name: string): boolean {
  return isNameOfSecret(name) || isSecretHeader(name);
}
