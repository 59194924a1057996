import {
  extractSecrets,
  isSecretHeader,
  type KnownSecrets,
  plausibleSecretPattern,
  redactedText,
} from '@understudy/contract';

/** Maximum number of known secrets, which need memory. */
const mostSecrets = 1000;

/** Adds the secrets of headers to the known ones, because a real server can repeat them. */
export function learnHeaderSecrets(known: KnownSecrets, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers))
    for (const secret of isSecretHeader(name) ? extractSecrets(name, value) : [])
      if (plausibleSecretPattern.test(secret) && known.size < mostSecrets) known.add(secret, redactedText);
}
