import type { HandlerContext } from '@understudy/kernel';
import { getIssuer } from '../get-issuer.js';

/** Where an answer to an authorization request goes. */
export interface ReturnAddress {
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly responseMode: 'query' | 'fragment';
}

/** Sends the browser back to the client, with `state`, and with `iss` against mix-up (RFC 9207). */
export function redirectBack(
  context: HandlerContext,
  { redirectUri, state, responseMode }: ReturnAddress,
  result: Readonly<Record<string, string>>,
) {
  const values = { ...result, ...(state === undefined ? {} : { state }), iss: getIssuer(context) };
  return redirectTo(redirectUri, values, responseMode);
}

/** Sends the browser to an address with more parameters. The address itself stays as it is. */
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
