import { normalizeName } from '@understudy/model';
import { plainText } from './reasons.js';
import { mentionsIn } from './state-mentions.js';
import { readTables } from './tables.js';
import { type Kind, memberIn } from './vocabulary.js';

/** Words between a state and its next states. */
const leads =
  /→|[-=]>|\b(?:becomes?|into|(?:go(?:es)?|moves?|changes?|changed|moved|set|switch(?:es|ed)?|step|path|back|only|is|are|can) to|followed by|leads? to|ends? up (?:as|in)|ends? (?:as|in))\b|^[`"']? to [`"']?$/;
/** Words between a state and its previous states: "`paid` – only from `open`". */
const comes =
  /^[`"')]?(?: [-–—]|:)? ?\(?(?:(?:is |can be |may be )?(?:only )?(?:possible|reached|reachable|allowed|set|entered) )?(?:only )?(?:coming )?from (?:an? |the )?[`"']?$/;
/**
 * Matches a decision that follows a sentence with the previous state: "The office either approves it (`approved`) or
 * turns it down (`rejected`)".
 */
const decision = /\b[a-z]+s (?:it|them|(?:the|this) [a-z]+)(?: [a-z]+)? \([`"']([\w-]+)[`"']\)/g;
/** Words between states of the same group. */
const joins = /^[`"']?(?:, (?:or |and )?| or | and |\/)(?:(?:to |into )?(?:the |an? )?)?[`"']?$/;

/** Reads state transitions: "A `booked` visit can become `missed` or `closed`", "`new` → `open` → `closed`". */
export function readSteps(said: string, kind: Kind, before = ''): ReadonlyMap<string, ReadonlySet<string>> {
  const steps = new Map<string, Set<string>>();
  const text = plainText(said).replace(/, (?:if|when|while|unless) .*$/, '');
  const decided = [...said.matchAll(decision)].flatMap(([, state = '']) =>
    kind.states.some((each) => each.member === kind.stateMember && each.value === state) ? [state] : [],
  );
  const [source, another] = new Set(mentionsIn(plainText(before), before, kind).map(({ state }) => state));
  if (decided.length > 0 && source !== undefined && another === undefined && !decided.includes(source))
    steps.set(source, new Set(decided));
  if (/\b(?:cannot|can't|never|not|if|unless|while|usually|should|might)\b/.test(text)) return steps;
  const mentions = mentionsIn(text, said, kind);
  const gaps = mentions.slice(1).map(({ at }, index) => text.slice(mentions[index]?.end, at));
  // "From `packed` a driver can load it (`loaded`), then bring it (`delivered`)"
  const isChain = /^from /.test(text) && gaps.length > 0 && gaps.every((gap) => gap.endsWith('('));
  const groups: string[][] = [[]];
  const isLed: boolean[] = [false];
  const isBack: boolean[] = [false];
  for (const [index, { state }] of mentions.entries()) {
    const gap = gaps[index - 1] ?? '';
    const isJoined = index > 0 && joins.test(gap);
    // "`new` to `open`, `open` to `solved`": the second `open` starts a new group.
    const isNext = isJoined && gap.startsWith(',') && leads.test(gaps[index] ?? '') && isLed.at(-1) === true;
    if (index > 0 && (!isJoined || isNext)) {
      groups.push([]);
      isLed.push(isChain || (!isJoined && leads.test(gap)));
      isBack.push(!isJoined && index === 1 && comes.test(gap));
    }
    groups.at(-1)?.push(state);
  }
  for (const [index, group] of groups.entries()) {
    if (isLed[index] !== true && isBack[index] !== true) continue;
    const before = groups[index - 1] ?? [];
    const [sources, targets] = isBack[index] === true ? [group, before] : [before, group];
    for (const from of sources) {
      const known = steps.get(from) ?? new Set();
      steps.set(from, new Set([...known, ...targets]));
    }
  }
  return steps;
}

const begins = /\b(?:begins?|starts?|opens|is born|is created)\b.* (?:as|in|with) /;
const goesOn =
  /\b(?:turns?|makes?|takes?|moves?|brings?|becomes?|puts?|sets?|leads?|ends?|goes|is (?:eventually|finally|then|later|at last))\b/;

/**
 * Reads states that follow each other: "It begins as `new`. Packing makes it `packed`, and a packed one is then
 * `sent`."
 */
export function readStory(sentences: readonly string[], kind: Kind): ReadonlyMap<string, ReadonlySet<string>> {
  const steps = new Map<string, Set<string>>();
  let now: readonly string[] = [];
  for (const said of sentences) {
    const text = plainText(said);
    if (/\b(?:cannot|can't|never|not|if|unless|while|usually|should|might)\b/.test(text)) continue;
    for (const clause of text.split(/, (?:and |then )?(?=(?:an?|the|it|from) )|; /)) {
      const verb = goesOn.exec(clause)?.index ?? Number.POSITIVE_INFINITY;
      const all = mentionsIn(clause, said, kind);
      const before = all.filter(({ at }) => at < verb).map(({ state }) => state);
      const after = all.filter(({ at }) => at > verb).map(({ state }) => state);
      if (begins.test(clause) && all.length === 1) now = all.map(({ state }) => state);
      else if (now.length > 0 && after.length > 0) {
        for (const from of before.length > 0 ? before : now)
          steps.set(from, new Set([...(steps.get(from) ?? []), ...after.filter((to) => to !== from)]));
        now = after;
      }
    }
  }
  return steps;
}

/** Matches sentences about all other transitions. */
export const otherSteps =
  /\b(?:every|any)thing (?:else|(?:that is )?(?:not|outside|beyond))\b|\ball else\b|\b(?:any|every|each|all|no) other (?:steps?|combinations?|wish(?:es)?|targets?|changes?|transitions?|moves?|ways?|paths?|status changes?)\b|\bno way back\b|\bother (?:steps|changes|transitions) \b|\b(?:steps?|changes?|transitions?) (?:that|which) (?:is|are) not\b/i;

/** A transition between states. */
export interface Step {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** The words for the action between the states. */
  readonly action?: string;
  readonly says: string;
}

/** Lists the transitions in tables with a column of states and a column of next states. */
export function stepsInTables(text: unknown, kind: Kind): readonly Step[] {
  const tables = typeof text === 'string' ? readTables(text).tables : [];
  return tables.flatMap(({ heads, rows }) => {
    const columns = heads.map((_head, at) => rows.map((row) => statesIn(row[at] ?? '', kind)));
    const [from, to] = columns.filter(
      (cells) => cells.every((states) => states !== undefined) && cells.some((states) => states?.length !== 0),
    );
    // A table of states and their titles contains no transitions.
    if (from?.join(' | ') === to?.join(' | ')) return [];
    const action = heads.findIndex((head) => /\b(?:actions?|operations?|calls?|events?|verbs?|by)\b/i.test(head));
    return rows.flatMap((row, at): Step[] => {
      const [starts = [], ends = []] = to === undefined ? [] : [from?.[at], to[at]];
      const words = (row[action] ?? '').replace(/[`*]/g, '');
      const step = { from: starts, to: ends, says: row.join(' | ') };
      return starts.length === 0 || ends.length === 0 ? [] : [words === '' ? step : { ...step, action: words }];
    });
  });
}

/** Lists the transitions in lines that contain only states and arrows: "`open` or `sent` -> `cancelled`". */
export function stepsInLines(text: string, kind: Kind): readonly Step[] {
  return text.split('\n').flatMap((line) => {
    const groups = line.replace(/^\s*[-*•]\s/, '').split(/-+>|=>|→/);
    const states = groups.map((group) => statesIn(group, kind) ?? []);
    return groups.length < 2 || states.some((each) => each.length === 0)
      ? []
      : states.slice(1).map((to, index) => ({ from: states[index] ?? [], to, says: line.trim() }));
  });
}

/**
 * Returns the states in a text that contains nothing else, except a condition: "`sent`, or `paid` when it is free",
 * "–".
 */
function statesIn(text: string, kind: Kind): string[] | undefined {
  const bare = text.replace(/\([^)]*\)|[`*]| (?:when|if|unless|while|as long as) .*$/g, '').trim();
  if (/^(?:[-–—]*|none|nothing|nowhere)$/i.test(bare)) return [];
  const words = bare.split(/,? (?:or|and) |, |<br ?\/?>|\//).map((word) => normalizeName(word));
  const states = words.flatMap(
    (word) =>
      kind.states.find(({ member, value }) => member === kind.stateMember && normalizeName(value) === word)?.value ??
      [],
  );
  return states.length === words.length ? states : undefined;
}

/** A sentence about some members, rewritten as a sentence about the record. */
export interface PartialSentence {
  readonly members: readonly string[];
  readonly said: string;
}

/** Reads when some members can be changed: "`room` and `day` can be changed while it is booked". */
export function readPartialSentence(said: string, kind: Kind, sent: ReadonlySet<string>): PartialSentence | undefined {
  const [whole = '', lead = '', subject = ''] =
    /^((?:\*\*[^*]+\*\*:? |[^,`]{4,80}, )?)((?:[\w`". ]|, )+?) (?=(?:can|may|cannot|can't|must|are|is|stays?|remains?)\b)/i.exec(
      said,
    ) ?? [];
  const names = subject.split(/, (?:and |or )?| and | or /).map((each) =>
    each
      .replace(/[`"]/g, '')
      .replace(/^(?:only|both|neither|the|its) /gi, '')
      .trim(),
  );
  const members = names.map((name) => (sent.has(name) ? name : memberIn(kind, name.toLowerCase())?.name));
  const known = members.filter((name) => name !== undefined && sent.has(name) && name !== kind.stateMember);
  if (subject === '' || known.length < members.length) return undefined;
  const noun = kind.nouns[0] ?? 'record';
  return {
    members: known.flatMap((name) => name ?? []),
    said: `${lead}${lead === '' ? 'The' : 'the'} ${noun} ${said.slice(whole.length)}`,
  };
}
