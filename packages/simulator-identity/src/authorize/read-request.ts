import type { ErrorResult, HandlerContext } from '@understudy/kernel';
import { checkResources, checkScopes } from '../clients/check-scopes.js';
import { canRedirect, findClient } from '../clients/clients.js';
import { pushedCollection, type RegisteredClient } from '../entities.js';
import { oauthErrors } from '../errors.js';
import { type RequestParameters, readParameters, splitWords, toOpaqueKey } from '../parameters.js';
import { acrValues } from '../policies.js';
import { getIssuer } from '../settings.js';

export interface AuthorizationRequest extends ReturnAddress {
  readonly client: RegisteredClient;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly challenge: string | undefined;
  readonly nonce: string | undefined;
  readonly prompts: readonly string[];
  /** Maximum number of seconds since the sign-in. */
  readonly maxAge: number | undefined;
  readonly hint: string | undefined;
  /** The minimum authentication level. */
  readonly acr: string | undefined;
  readonly idTokenHint: string | undefined;
  /** The original request, for the forms of the pages. */
  readonly text: string;
  readonly pushedKey: string | undefined;
}

type Reply = ReturnType<typeof redirectBack>;

type RequestProblem = readonly [error: string, description: string];

const pushedPrefix = 'urn:ietf:params:oauth:request_uri:';

/**
 * Reads an authorization request. An error is shown as a page until the client's address is known to be valid; later
 * errors are sent to the client.
 */
export async function readRequest(
  sent: RequestParameters,
  context: HandlerContext,
): Promise<AuthorizationRequest | ErrorResult | Reply> {
  const id = sent.one('client_id');
  const client = id === undefined ? undefined : await findClient(context, id);
  if (client === undefined) return oauthErrors.invalid_request('client_id must be the id of a registered client');
  const parameters = await pushedOf(sent, client, context);
  if ('refused' in parameters) return parameters;
  const redirectUri = parameters.one('redirect_uri');
  if (redirectUri === undefined || parameters.all('redirect_uri').length > 1 || !canRedirect(client, redirectUri))
    return oauthErrors.invalid_request('redirect_uri must exactly match a registered URI of the client');
  // Errors of a flow that returns tokens belong in the fragment (OAuth 2.0 Multiple Response Type Encoding Practices).
  const usual = splitWords(parameters.one('response_type')).some((type) => type.endsWith('token'))
    ? 'fragment'
    : 'query';
  const responseMode = (parameters.one('response_mode') ?? usual) === 'fragment' ? 'fragment' : 'query';
  const back: ReturnAddress = { redirectUri, state: parameters.one('state'), responseMode };
  const problem = findRequestProblem(parameters, client, context);
  if (problem !== undefined) return redirectBack(context, back, { error: problem[0], error_description: problem[1] });
  const maxAge = parameters.one('max_age');
  const wanted = splitWords(parameters.one('acr_values'));
  return {
    ...back,
    client,
    scopes: splitWords(parameters.one('scope')),
    resources: parameters.all('resource'),
    challenge: parameters.one('code_challenge'),
    nonce: parameters.one('nonce'),
    prompts: splitWords(parameters.one('prompt')),
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
    hint: parameters.one('login_hint'),
    acr: acrValues.find((value) => wanted.includes(value)),
    idTokenHint: parameters.one('id_token_hint'),
    text: sent.text,
    pushedKey: parameters === sent ? undefined : toOpaqueKey(sent.one('request_uri') ?? ''),
  };
}

async function pushedOf(
  sent: RequestParameters,
  client: RegisteredClient,
  context: HandlerContext,
): Promise<RequestParameters | ErrorResult> {
  const uri = sent.one('request_uri');
  if (uri === undefined || !uri.startsWith(pushedPrefix)) {
    if (client.requirePushed !== true) return sent;
    return oauthErrors.invalid_request('This client must push its authorization requests');
  }
  const pushed = await context.scopes.shared.collection(pushedCollection).get(toOpaqueKey(uri));
  if (pushed === undefined || pushed.clientId !== client.clientId || context.clock.now().getTime() >= pushed.keptUntil)
    return oauthErrors.invalid_request('request_uri is unknown, was used before, or has expired');
  return readParameters(new URLSearchParams(pushed.text));
}

export function findRequestProblem(
  parameters: RequestParameters,
  client: RegisteredClient,
  context: HandlerContext,
): RequestProblem | undefined {
  const { repeated } = parameters;
  const [type, mode] = [parameters.one('response_type'), parameters.one('response_mode') ?? 'query'];
  const prompts = splitWords(parameters.one('prompt'));
  const [challenge, method] = [parameters.one('code_challenge'), parameters.one('code_challenge_method')];
  const isConfidential =
    client.clientSecret !== undefined || client.keys !== undefined || client.isUnregistered === true;
  const refusal =
    checkScopes(splitWords(parameters.one('scope')), client, context) ??
    checkResources(parameters.all('resource'), client);
  const problems: ReadonlyArray<readonly [boolean, ...RequestProblem]> = [
    [repeated !== undefined, 'invalid_request', `The parameter ${repeated} occurs more than once`],
    [parameters.one('request') !== undefined, 'request_not_supported', 'Send the parameters themselves'],
    [
      parameters.one('request_uri')?.startsWith(pushedPrefix) === false,
      'request_uri_not_supported',
      'Push the request',
    ],
    [parameters.one('registration') !== undefined, 'registration_not_supported', 'Register the client first'],
    [type === undefined, 'invalid_request', 'response_type is missing'],
    [type !== 'code', 'unsupported_response_type', 'response_type must be code'],
    [mode !== 'query' && mode !== 'fragment', 'invalid_request', 'response_mode must be query or fragment'],
    [challenge === undefined && method !== undefined, 'invalid_request', 'code_challenge is missing'],
    [challenge === undefined && !isConfidential, 'invalid_request', 'A public client must send code_challenge'],
    [challenge !== undefined && method !== 'S256', 'invalid_request', 'code_challenge_method must be S256'],
    [
      challenge !== undefined && !/^[\w-]{43}$/.test(challenge),
      'invalid_request',
      'code_challenge must have 43 characters',
    ],
    [prompts.length > 1 && prompts.includes('none'), 'invalid_request', 'prompt=none must be the only prompt'],
    [
      prompts.some((one) => !knownPrompts.includes(one)),
      'invalid_request',
      `prompt must be one of ${knownPrompts.join(', ')}`,
    ],
    [!/^\d{0,9}$/.test(parameters.one('max_age') ?? ''), 'invalid_request', 'max_age must be a number of seconds'],
    [refusal !== undefined, refusal?.code ?? '', refusal?.message ?? ''],
  ];
  const found = problems.find(([isWrong]) => isWrong);
  return found === undefined ? undefined : [found[1], found[2]];
}

const knownPrompts = ['none', 'login', 'consent', 'select_account'];

interface ReturnAddress {
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly responseMode: 'query' | 'fragment';
}

/** Redirects the browser to the client with `state`, and with `iss` to prevent mix-up attacks (RFC 9207). */
export function redirectBack(
  context: HandlerContext,
  { redirectUri, state, responseMode }: ReturnAddress,
  result: Readonly<Record<string, string>>,
) {
  const values = { ...result, ...(state === undefined ? {} : { state }), iss: getIssuer(context) };
  return redirectTo(redirectUri, values, responseMode);
}

/** Redirects the browser to an address with additional parameters. The address itself remains unchanged. */
export function redirectTo(
  uri: string,
  values: Readonly<Record<string, string>>,
  mode: ReturnAddress['responseMode'] = 'query',
) {
  const text = String(new URLSearchParams(values));
  const mark = mode === 'fragment' ? '#' : uri.includes('?') ? '&' : '?';
  return {
    status: 303 as const,
    headers: { Location: text === '' ? uri : `${uri}${mark}${text}`, 'Cache-Control': 'no-store' },
  };
}
