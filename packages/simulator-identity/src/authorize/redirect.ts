import type { HandlerContext } from '@understudy/kernel';
import { getIssuer } from '../get-issuer.js';

/** The redirect address for the response to an authorization request. */
export interface ReturnAddress {
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
