import { isSecretPosition, type KnownValue } from '@understudy/described';
import { scalarsOf } from './record-use.js';

/** Returns whether a value is the name of an account whose password is in the body. */
export function isAccountOf(known: KnownValue | undefined, body: unknown): boolean {
  const own = new Set(secretsOf(known?.sent).map(([, secret]) => secret));
  return own.size > 0 && secretsOf(body).some(([, secret]) => own.has(secret));
}

/** Lists the secrets in a body with their positions. */
export function secretsOf(body: unknown): [position: string, secret: unknown][] {
  return scalarsOf(body).filter(
    ([path, value]) => typeof value === 'string' && (isSecretPosition(path) || passwordName.test(path)),
  );
}

/** Names of members with short passwords. Elsewhere, such names do not mark secrets. */
const passwordName = /(?:^|[._-])(?:pin|passcode)$/i;
