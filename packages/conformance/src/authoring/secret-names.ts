import { cookieHeaders, secretHeaders, secretNames } from '../redactor.js';

/** A name whatever its case and its dashes. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^x-/, '')
    .replaceAll(/[^a-z0-9]/g, '');
}

const further = /^(userpw|user_pw|webhookapikey)$/i;

/** Whether what a member or header of this name holds must not stand in a file. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name) || secretHeaders.test(name) || cookieHeaders.test(name) || further.test(name);
}
