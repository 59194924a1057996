import { isPurpose, type Purpose, purposeVerbs } from './purposes.js';
import { rootOf } from './verb-forms.js';

/** Request members that identify the user who signs in. */
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
/** Members with a user name in requests without a password. */
export const plainNames = ['name', 'handle', 'nickname', 'loginname'];
/** Request members with a password. */
export const passwordNames = ['password', 'passwd', 'pin', 'passphrase'];
/** Response members with a token. */
export const tokenNames = /^(?:access|auth|bearer|session|api|id|jwt)?token$|^jwt$|^(?:access|session)key$|^sessionid$/;
/** Response members with the expiry time of a token. */
export const expiryNames = /^(?:token)?(?:expires?|expiresat|expireson|expiry|expiration|validuntil)(?:date|time)?$/;
/** Last words of paths that end a token's session. */
export const signOutNames = /^(?:logout|logoff|signout|signoff|revoke|revoketoken)$/;
/** Phrases for the end of a session. */
export const saysSignOut =
  /^(?:signs?|logs?) (?:\w+ )?(?:out|off)\b|\b(?:ends?|revokes?|closes?) (?:the|this|your) (?:current )?(?:session|token)\b/i;
/** Last words of paths that return the signed-in user. */
export const callerPaths = /^(?:me|whoami|myself|self|current|currentuser|profile|account)$/;
/** Names of resources whose records can sign in, unless the description indicates others. */
export const userResources =
  /^(?:users?|accounts?|members?|employees?|customers?|people|persons?|staff|organizers?|agents?|drivers?|students?|patients?|admins?)$/;
/** Members with the time of the last sign-in. */
export const lastSignIns = /^last(?:login|logon|signin|loggedin|signedin)(?:at|on|time|date)?$/;
/** The users on the sign-in page. */
export const pageUserFacts = [
  ['ada', 'Ada', 'Lovelace'],
  ['grace', 'Grace', 'Hopper'],
  ['linus', 'Linus', 'Nyberg'],
].map(([user = '', first = '', last = '']) => {
  return { user, email: `${user}@example.com`, first, last, full: `${first} ${last}` };
});
/** Phrases for the sender of a request. */
export const callerPhrase =
  /\bthe caller\b|\bwhoever the token belongs to\b|\bwhose token (?:is|was) sent\b|\bwho(?:m?ever|ever)? (?:holds the token|makes the (?:call|request)|sends the request|is (?:signed|logged) in)\b|\bthe (?:signed-in|logged-in|authenticated|current|calling|requesting) (?:user|\w+)\b/i;
/** Names of members that refer to a user's supervisor. */
export const supervisors = new Set(['manager', 'supervisor', 'boss', 'lead', 'leader', 'superior', 'teamlead']);
/** Words for credentials. */
export const saysKey = /\b(?:keys?|tokens?)\b/i;
/** Words for unknown keys and tokens. */
export const saysUnknownKey =
  /\b(?:made[- ]up|invented|forged|unknown|invalid|foreign|unrecogni[sz]ed|any ?(?:thing|one)? (?:other|else)|other (?:keys?|tokens?)|another (?:form|key|token)|(?:not|none) (?:one |a key |a token |keys |tokens )?of ours|(?:do|does|did)(?: not|n't) (?:know|hand out|issue|give out|begin|start|have)|(?:not|never) (?:been )?(?:issued|handed out|given out)|without (?:that|this|one of these) prefix|(?:is|are|was) not (?:known|recogni[sz]ed|valid|on (?:our|the) list)|without an? (?:valid|good|known|accepted|current|working) (?:[\w-]+ )?(?:key|token|session|one)|without an? (?:[\w-]+ )?(?:key|token) (?:that |which )?(?:we|the api|this api|the service) (?:know|knows|issued|gave out|handed out|recogni[sz]es?)|(?:no|not an?) (?:valid|good|known|working) (?:[\w-]+ )?(?:key|token))\b/i;
export const saysRefused = /\b(?:refused|rejected|401|turned away|denied|not accepted)\b/i;
/** Verbs of sentences about permissions, by purpose. `write` covers every change, and `all` covers everything. */
const permitted = {
  all: 'do use manage handle administer work operate run maintain look access call',
  write: 'write modify edit',
} as const;

/** The permitted purpose by the root of a verb: a single purpose, `write` or `all`. */
export const permissionVerbs = new Map<string, Purpose | keyof typeof permitted>([
  ...Object.entries<readonly string[]>(purposeVerbs).flatMap(([purpose, verbs]) =>
    verbs.flatMap((verb) => (isPurpose(purpose) ? [[rootOf(verb), purpose] as const] : [])),
  ),
  ...(['all', 'write'] as const).flatMap((kind) =>
    permitted[kind].split(' ').map((verb) => [rootOf(verb), kind] as const),
  ),
  [rootOf('see'), 'read'] as const,
]);
