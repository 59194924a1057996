import { isSecretPosition, type KnownValue } from '@understudy/described';
import { scalarsOf } from './record-use.js';

/** Returns whether a value is the name of an account with the password in a body. */
export function isAccountOf(known: KnownValue | undefined, body: unknown): boolean {
  const own = new Set(secretsOf(known?.sent).map(([, secret]) => secret));
  return own.size > 0 && secretsOf(body).some(([, secret]) => own.has(secret));
}

/** The secrets of a body and their positions in it. */
export function secretsOf(body: unknown): [position: string, secret: unknown][] {
  return scalarsOf(body).filter(
    ([path, value]) => typeof value === 'string' && (isSecretPosition(path) || passwordName.test(path)),
  );
}

/** Names of short passwords, which are no secrets elsewhere. */
const passwordName = /(?:^|[._-])(?:pin|passcode)$/i;
