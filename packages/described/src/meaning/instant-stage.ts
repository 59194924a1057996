/** The stages of a history by the words of a member, the first match counts. See `Subject.at`. */
const stages: readonly (readonly [RegExp, number])[] = [
  [
    /expir|valid (?:until|to)|\bdue\b|deadline|next|renew|until|scheduled|planned|estimated|eta\b|notafter|not after/,
    2,
  ],
  [/(?:period|current|trial|subscription|contract|term) (?:end|ends|until)/, 2],
  [/(?:period|current|trial|valid|effective|not) ?(?:start|starts|from|before)/, 0],
  [/updated?|modified|modification|chang|edit|last|latest|seen|access|sync|pushed|refresh/, 1],
  [/deliver|complet|finish|clos|\bend|ended|resolv|cancel|refund|fail|delet|archiv|stop|return|revok/, 0.9],
  [/ship|paid|captur|process|dispatch|pick|settl|transit|charged|posted/, 0.6],
  [/start|begin|began|confirm|approv|accept|authori|sent|publish|activ|assign|effective|verif|review/, 0.3],
  [/creat|insert|regist|add|submit|open|order|placed|issu|join|request|upload|receiv|hire|purchas|signed|book/, 0],
];

/** Last words of members that contain an instant. */
const instants =
  /(?:^| )(?:created|updated|modified|started|ended|timestamp|time|date|datetime|at|on|since|until|deadline|due|expires|expiry|expiration|period start|period end|ts|(?:check|clock|sign|log|punch)(?:ed)? (?:in|out))$/;

/** Times that a clock does not show. */
const spans =
  /(?:response|process\w{0,9}|wait|run|lead|total|elapsed|cpu|prep\w{0,9}|cook\w{0,9}|delivery|life|cycle|up|down) time$|time$(?<=mean time|average time)/;

export function isInstantName(words: string): boolean {
  return instants.test(words) && !spans.test(words);
}

/** The stage of an instant in a history. */
export function inferStage(words: string): number {
  return stages.find(([pattern]) => pattern.test(words))?.[1] ?? 0;
}
