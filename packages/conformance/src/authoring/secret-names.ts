import { cookieHeaders, secretHeaders, secretNames } from '../redactor.js';

/** A name whatever its case and its dashes. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^x-/, '')
    .replaceAll(/[^a-z0-9]/g, '');
}

const further = /^(userpw|user_pw|webhookapikey)$/i;

/** Whether the value of a member or header of this name must not be written to a file. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name) || secretHeaders.test(name) || cookieHeaders.test(name) || further.test(name);
}
