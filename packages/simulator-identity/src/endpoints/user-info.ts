import type { DocumentedResponse, ErrorResult, HandlerContext, OperationHandler } from '@understudy/kernel';
import { oauthErrors } from '../errors.js';
import type { operations } from '../generated/types.js';
import { splitWords } from '../records/parameters.js';
import { checkAccessToken } from '../tokens/access-token.js';
import { findUserById } from '../users/find-user.js';
import { selectClaims } from '../users/select-claims.js';

type Reply = DocumentedResponse<operations['getUserInfo']> | ErrorResult;

/** Returns the claims of the token's user (OpenID Connect Core section 5.3). */
export const getUserInfo: OperationHandler<operations['getUserInfo']> = async (_input, context) =>
  await answer(context);

export const postUserInfo: OperationHandler<operations['postUserInfo']> = async (_input, context) =>
  await answer(context);

async function answer(context: HandlerContext): Promise<Reply> {
  const [, token] = /^bearer +([\w.~+/-]+=*)$/i.exec(context.request.headers['authorization'] ?? '') ?? [];
  if (token === undefined) return oauthErrors.noToken();
  const claims = await checkAccessToken(context, token);
  if (claims === undefined)
    return oauthErrors.invalid_token('The bearer token was not issued by this identity provider');
  if ('fault' in claims) return oauthErrors.invalid_token(String(claims['fault']));
  const scopes = splitWords(String(claims['scope']));
  if (!scopes.includes('openid')) return oauthErrors.insufficient_scope('The access token needs the scope openid');
  const user = await findUserById(context, claims.sub ?? '');
  if (user === undefined) return oauthErrors.invalid_token('The user no longer exists');
  return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: selectClaims(user, scopes) };
}
