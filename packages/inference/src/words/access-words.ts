import { isPurpose, type Purpose, purposeVerbs } from './purposes.js';
import { rootOf } from './verb-forms.js';

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
/** Members of a request without a password with the name of a user. */
export const plainNames = ['name', 'handle', 'nickname', 'loginname'];
/** Members of a request with a password. */
export const passwordNames = ['password', 'passwd', 'pin', 'passphrase'];
/** Members of a response with a token. */
export const tokenNames = /^(?:access|auth|bearer|session|api|id|jwt)?token$|^jwt$|^(?:access|session)key$|^sessionid$/;
/** Members of a response with the time at which a token expires. */
export const expiryNames = /^(?:token)?(?:expires?|expiresat|expireson|expiry|expiration|validuntil)(?:date|time)?$/;
/** Last words of paths that end the session of a token. */
export const signOutNames = /^(?:logout|logoff|signout|signoff|revoke|revoketoken)$/;
/** Phrases for the end of a session. */
export const saysSignOut =
  /^(?:signs?|logs?) (?:\w+ )?(?:out|off)\b|\b(?:ends?|revokes?|closes?) (?:the|this|your) (?:current )?(?:session|token)\b/i;
/** Last words of paths of the user who is signed in. */
export const callerPaths = /^(?:me|whoami|myself|self|current|currentuser|profile|account)$/;
/** Names of resources whose records sign in, if nothing else says so. */
export const userResources =
  /^(?:users?|accounts?|members?|employees?|customers?|people|persons?|staff|organizers?|agents?|drivers?|students?|patients?|admins?)$/;
/** Members with the time of the last sign-in. */
export const lastSignIns = /^last(?:login|logon|signin|loggedin|signedin)(?:at|on|time|date)?$/;
/** The users of the sign-in page. */
export const pageUserFacts = [
  ['ada', 'Ada', 'Lovelace'],
  ['grace', 'Grace', 'Hopper'],
  ['linus', 'Linus', 'Nyberg'],
].map(([user = '', first = '', last = '']) => {
  return { user, email: `${user}@example.com`, first, last, full: `${first} ${last}` };
});
/** Phrases for who sends a request. */
export const callerPhrase =
  /\bthe caller\b|\bwhoever the token belongs to\b|\bwhose token (?:is|was) sent\b|\bwho(?:m?ever|ever)? (?:holds the token|makes the (?:call|request)|sends the request|is (?:signed|logged) in)\b|\bthe (?:signed-in|logged-in|authenticated|current|calling|requesting) (?:user|\w+)\b/i;
/** Names of the user above another one. */
export const supervisors = new Set(['manager', 'supervisor', 'boss', 'lead', 'leader', 'superior', 'teamlead']);
/** Words for credentials. */
export const saysKey = /\b(?:keys?|tokens?)\b/i;
/** Words for unknown keys and tokens. */
export const saysUnknownKey =
  /\b(?:made[- ]up|invented|forged|unknown|invalid|foreign|unrecogni[sz]ed|any ?(?:thing|one)? (?:other|else)|other (?:keys?|tokens?)|another (?:form|key|token)|(?:not|none) (?:one |a key |a token |keys |tokens )?of ours|(?:do|does|did)(?: not|n't) (?:know|hand out|issue|give out|begin|start|have)|(?:not|never) (?:been )?(?:issued|handed out|given out)|without (?:that|this|one of these) prefix|(?:is|are|was) not (?:known|recogni[sz]ed|valid|on (?:our|the) list)|without an? (?:valid|good|known|accepted|current|working) (?:[\w-]+ )?(?:key|token|session|one)|without an? (?:[\w-]+ )?(?:key|token) (?:that |which )?(?:we|the api|this api|the service) (?:know|knows|issued|gave out|handed out|recogni[sz]es?)|(?:no|not an?) (?:valid|good|known|working) (?:[\w-]+ )?(?:key|token))\b/i;
export const saysRefused = /\b(?:refused|rejected|401|turned away|denied|not accepted)\b/i;
/** Verbs of sentences about permissions, by their purpose. `write` is anything but reading, `all` anything. */
const permitted = {
  all: 'do use manage handle administer work operate run maintain look access call',
  write: 'write modify edit',
} as const;

/** The allowed purpose by the root of a verb: a purpose, `write` or `all`. */
export const permissionVerbs = new Map<string, Purpose | keyof typeof permitted>([
  ...Object.entries<readonly string[]>(purposeVerbs).flatMap(([purpose, verbs]) =>
    verbs.flatMap((verb) => (isPurpose(purpose) ? [[rootOf(verb), purpose] as const] : [])),
  ),
  ...(['all', 'write'] as const).flatMap((kind) =>
    permitted[kind].split(' ').map((verb) => [rootOf(verb), kind] as const),
  ),
  [rootOf('see'), 'read'] as const,
]);
