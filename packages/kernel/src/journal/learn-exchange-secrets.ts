import {
  extractSecrets,
  findIssuedSecrets,
  isSecretHeader,
  type KnownSecrets,
  plausibleSecretPattern,
  redactedText,
} from '@understudy/contract';

/** Maximum number of known secrets, to limit memory use. */
const mostSecrets = 5000;
/** Maximum length of a body to search for secrets. */
const mostSearched = 65_536;

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Adds secrets from headers and sign-in responses to the known secrets, because a real server can repeat them. */
export function learnExchangeSecrets(
  known: KnownSecrets,
  request: Sent & { readonly method: string; readonly url: string },
  response: Sent,
): void {
  const learn = (secret: string): void => {
    if (plausibleSecretPattern.test(secret) && known.size < mostSecrets) known.add(secret, redactedText);
  };
  for (const { headers } of [request, response])
    for (const [name, value] of Object.entries(headers))
      if (isSecretHeader(name)) extractSecrets(name, value).forEach(learn);
  const { method, url } = request;
  findIssuedSecrets({ method, url, requestBody: textOf(request.body), responseBody: textOf(response.body) }).forEach(
    learn,
  );
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body.slice(0, mostSearched + 1);
  return body instanceof Uint8Array ? Buffer.from(body.subarray(0, mostSearched + 1)).toString('utf8') : '';
}
