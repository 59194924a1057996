import { getMember } from '@understudy/model';
import { secretsOf } from './accounts.js';
import { groupBy } from './count-values.js';
import type { Sample } from './expression-finder.js';
import { scalarsOf } from './record-use.js';

/** Groups sign-ins by account, unless recorded requests created the accounts. */
export function accountsOf(samples: readonly Sample[]) {
  const [first] = samples;
  const names = scalarsOf(first?.of.message.body).filter(([, sent]) =>
    scalarsOf(first?.value).some(([, own]) => own === sent),
  );
  const position = names.find(([, sent]) => typeof sent === 'string')?.[0];
  const isSignIn = samples.every(({ of }) => secretsOf(of.message.body).length > 0 && of.exchange.entry.status === 200);
  if (position === undefined || !isSignIn) return undefined;
  const groups = groupBy(samples, ({ of }) => getMember(of.message.body, position));
  const isKnown = samples.some(({ of }) => of.known.size > 0);
  return groups.size > 1 && !isKnown ? { position: `body.${position}`, groups } : undefined;
}
