import { irregularParticiples, rootOf, verbOfNoun } from './verb-forms.js';

/** States that verbs lead to, other than their participles, the most common first. */
const results: Readonly<Record<string, readonly string[]>> = {
  accept: ['active'],
  activate: ['active', 'enabled', 'on'],
  approve: ['active'],
  authorize: ['accepted', 'approved', 'active'],
  archive: ['inactive'],
  begin: ['running', 'active', 'inprogress'],
  block: ['inactive'],
  cancel: ['cancelling', 'canceling', 'voided', 'closed'],
  capture: ['succeeded', 'paid', 'completed'],
  close: ['done', 'resolved', 'complete', 'inactive'],
  complete: ['complete', 'done', 'finished', 'succeeded', 'closed'],
  confirm: ['succeeded', 'processing', 'active', 'accepted', 'complete'],
  deactivate: ['inactive', 'disabled', 'off'],
  decline: ['rejected'],
  deny: ['rejected'],
  disable: ['inactive', 'off', 'suspended'],
  dismiss: ['read', 'closed', 'resolved'],
  enable: ['active', 'on'],
  end: ['complete', 'completed', 'finished', 'closed'],
  finalize: ['final', 'open', 'complete', 'completed'],
  finish: ['complete', 'completed', 'done', 'succeeded', 'closed'],
  fulfill: ['complete', 'completed'],
  hold: ['onhold', 'paused'],
  launch: ['running', 'active', 'live'],
  merge: ['closed'],
  open: ['open', 'active'],
  patch: ['updating', 'updated'],
  pause: ['inactive'],
  pay: ['succeeded', 'complete'],
  publish: ['live', 'active', 'public', 'complete'],
  release: ['active', 'available'],
  reopen: ['open', 'active'],
  resolve: ['closed', 'done'],
  restart: ['running', 'active', 'restarting'],
  restore: ['active', 'available', 'open'],
  resume: ['active', 'running', 'open', 'inprogress'],
  retry: ['pending', 'queued', 'running', 'processing'],
  revoke: ['inactive'],
  run: ['running', 'queued', 'active'],
  schedule: ['pending'],
  send: ['open', 'pending', 'queued', 'delivered'],
  shutdown: ['off', 'stopped', 'inactive'],
  start: ['running', 'active', 'inprogress', 'processing', 'on', 'open'],
  stop: ['inactive', 'off', 'terminated', 'paused'],
  submit: ['pending', 'inreview', 'processing', 'open'],
  suspend: ['inactive', 'disabled'],
  terminate: ['inactive', 'ended'],
  trash: ['deleted'],
  unarchive: ['active', 'open'],
  unblock: ['active'],
  unlock: ['active', 'open'],
  unpause: ['active', 'running'],
  unpublish: ['draft', 'inactive'],
  unsuspend: ['active', 'enabled'],
  verify: ['active', 'valid'],
  void: ['void', 'canceled', 'cancelled'],
};

/** Verbs that undo another verb. */
const undoes: Readonly<Record<string, readonly string[]>> = {
  activate: ['deactivate', 'disable'],
  deactivate: ['activate', 'enable'],
  disable: ['enable', 'activate'],
  enable: ['disable', 'deactivate'],
  close: ['open'],
  open: ['close'],
  reopen: ['close', 'resolve', 'archive'],
  restore: ['delete', 'trash', 'archive'],
  undelete: ['delete', 'trash'],
  resume: ['pause', 'suspend'],
  start: ['stop', 'pause'],
  stop: ['start'],
  show: ['hide'],
  detach: ['attach'],
  remove: ['add'],
};

const others =
  'build freeze lose read sell undo win ' +
  'acknowledge add apply assign attach ban bookmark charge claim clear collect configure connect deliver deploy detach ' +
  'disconnect dismiss dispatch escalate execute expire favorite favourite flag follow hide hangup ignore initiate install ' +
  'invite join kick leave like lock mark migrate moderate move mute pin process promote reactivate reboot recover recycle ' +
  'redeem refresh refund regenerate register reimage reissue reject remove rename renew replay reprocess reserve reset resend ' +
  'resize return revert rollback rotate ship sign skip snooze star subscribe sync transfer trigger unassign unfollow uninstall ' +
  'unlike unlink unmute unpin unstar unsubscribe upgrade validate watch withdraw';

const verbs = new Set([...Object.keys(results), ...Object.keys(undoes), ...others.split(' ')]);

/** Verbs that create a record from another record. */
export const copyVerbs = new Set(['copy', 'clone', 'duplicate', 'fork', 'replicate']);

/** Verbs that replace a secret with a new one. */
export const renewingVerbs = new Set(['reset', 'regenerate', 'regen', 'rotate', 'refresh', 'roll']);

export function isVerb(word: string): boolean {
  return verbs.has(word) || copyVerbs.has(word);
}

/** Lists the known verbs. */
export function listVerbs(): readonly string[] {
  return [...verbs, ...copyVerbs];
}

/** Second words of phrasal verbs: "call off". */
export const particles: ReadonlySet<string> = new Set('in out off on up down over back away through'.split(' '));

const joined = new RegExp(`^(\\w{3,})(${[...particles].join('|')})$`);

/**
 * Splits the words of a phrasal verb such as "call off", which nouns write as one word: "pickup". Empty for other
 * words.
 */
export function phrasalVerbIn([first = '', particle, another]: readonly string[]): readonly string[] {
  if (particle === undefined) return isVerb(first) ? [] : (joined.exec(first)?.slice(1) ?? []);
  return another === undefined && particles.has(particle) ? [first, particle] : [];
}

/** Noun suffixes for actions, with those of their verbs. */
const nounEnds: readonly (readonly [end: RegExp, ...verbs: readonly string[]])[] = [
  [/ification$/, 'ify'],
  [/cation$/, 'ke', 'cate'],
  [/(?:at|it)ion$/, 'ate', 'e', '', 'it'],
  [/sion$/, 'd', 'de', 's', 'se', 't'],
  [/ion$/, '', 'e'],
  [/(?:al|ure|ment|ance|age)$/, '', 'e'],
];

/** Returns the known verb that a noun derives from, such as `revoke` for "revocation". */
export function verbBehind(noun: string): string | undefined {
  const root = verbOfNoun(noun);
  const formed = nounEnds.flatMap(([end, ...endings]) =>
    end.test(noun) ? endings.map((ending) => noun.replace(end, ending)) : [],
  );
  return formed.find(isVerb) ?? (root === undefined ? undefined : [...verbs].find((verb) => rootOf(verb) === root));
}

/** Lists the participles of a verb: `canceled` and `cancelled` for `cancel`. */
export function listParticiples(verb: string): string[] {
  const own = irregularParticiples.get(verb);
  if (own !== undefined) return [own];
  if (/e$/.test(verb)) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [verb.replace(/y$/, 'ied')];
  if (!/[^aeiou][aeiou][bdglmnprt]$/.test(verb)) return [`${verb}ed`];
  const both = [`${verb}ed`, `${verb}${verb.at(-1)}ed`];
  // `stopped`, but `canceled`.
  return /[aeiou].*[aeiou]/.test(verb) ? both : both.reverse();
}

/** Lists the "-ing" forms of a verb: `patching` for `patch`. */
function listGerunds(verb: string): string[] {
  if (/[^e]e$/.test(verb)) return [verb.replace(/e$/, 'ing')];
  return [`${verb}ing`, ...(/[^aeiou][aeiou][bdglmnprt]$/.test(verb) ? [`${verb}${verb.at(-1)}ing`] : [])];
}

/** Lists the states that a verb can lead to, the most specific first. */
export function listStatesAfter(verb: string): string[] {
  const [, base = ''] = /^re(.{3,})$/.exec(verb) ?? [];
  const again = isVerb(base) ? listStatesAfter(base) : [];
  return [...listParticiples(verb), verb, ...(results[verb] ?? []), ...listGerunds(verb), ...again];
}

/** Verbs that create a reference from one record to another. */
export const joiningVerbs = new Set(['assign', 'attach', 'associate', 'bind', 'connect', 'link', 'mount']);

/** Lists the verbs whose effect a verb undoes. */
export function listUndoneVerbs(verb: string): readonly string[] {
  const [, prefix, base] = /^(undo|un|dis)(.{3,})$/.exec(verb) ?? [];
  return undoes[verb] ?? (base === undefined || !(prefix !== 'dis' || isVerb(base)) ? [] : [base]);
}
