/** Members of a request that say who signs in. */
export const userNames = [
  'email',
  'username',
  'login',
  'user',
  'userid',
  'emailaddress',
  'phone',
  'phonenumber',
  'cardnumber',
];
/** Members of a request with a password. */
export const passwordNames = ['password', 'passwd', 'pin', 'passphrase'];
/** Members of a response with a token. */
export const tokenNames = /^(?:access|auth|bearer|session|api|id|jwt)?token$|^jwt$|^(?:access|session)key$|^sessionid$/;
/** Members of a response with the time at which a token expires. */
export const expiryNames = /^(?:token)?(?:expires?|expiresat|expireson|expiry|expiration|validuntil)(?:date|time)?$/;
/** Last words of paths that end the session of a token. */
export const signOutNames = /^(?:logout|logoff|signout|signoff|revoke|revoketoken)$/;
/** Names of resources whose records sign in, if nothing else says so. */
export const userResources =
  /^(?:users?|accounts?|members?|employees?|customers?|people|persons?|staff|organizers?|agents?|drivers?|students?|patients?|admins?)$/;
/** Phrases for who sends a request. */
export const callerPhrase =
  /\bthe caller\b|\bwhoever the token belongs to\b|\bwhose token is sent\b|\bwho(?:m?ever|ever)? (?:holds the token|makes the (?:call|request)|sends the request|is (?:signed|logged) in)\b|\bthe (?:signed-in|logged-in|authenticated|current|calling|requesting) (?:user|\w+)\b/i;
/** Names of the user above another one. */
export const supervisors = new Set(['manager', 'supervisor', 'boss', 'lead', 'leader', 'superior', 'teamlead']);
/** Words for credentials. */
export const saysKey = /\b(?:keys?|tokens?)\b/i;
/** Words for unknown keys and tokens. */
export const saysUnknownKey =
  /\b(?:made[- ]up|invented|forged|unknown|invalid|foreign|unrecogni[sz]ed|any ?(?:thing|one)? (?:other|else)|other (?:keys?|tokens?)|another (?:form|key|token)|(?:not|none) (?:one |a key |a token |keys |tokens )?of ours|(?:do|does|did)(?: not|n't) (?:know|hand out|issue|give out|begin|start|have)|(?:not|never) (?:been )?(?:issued|handed out|given out)|without (?:that|this|one of these) prefix)\b/i;
export const saysRefused = /\b(?:refused|rejected|401|turned away|denied|not accepted)\b/i;
