import type { Scope } from './scope.js';
import { isNegated, mentionsIn, namesOther, parts } from './state-mentions.js';

/** A change of the state of a record. */
export interface StateChange {
  readonly to: string;
  /** The previous states, if the sentence mentions them. */
  readonly from?: readonly string[];
  /** True if the sentence contains more than the change. */
  readonly isPart?: boolean;
}

const turns =
  /\b(?:becom(?:es?|ing)|turn(?:s|ed|ing)?|mov(?:es?|ed|ing)|change[sd]?|switch(?:es)?|transitions?|goes|brings?|takes?|puts?|sets?|set to|marks?|flags?|declares?|makes?|returns|comes? (?:back|out)|falls?|ends? up|counts? as|leaves?|is then|is now|are then|are now|afterwards?|after that|from then on|from (?:here|now) on|thereafter|from that (?:moment|point)(?: on)?|reads?|starts? out)\b/;
/** Matches phrases for another record, such as "The next one in the queue". */
const another =
  /(?:^|, |; | )(?:and )?(?:all |any |every |each )?(?:of )?(?:the |its |their )?(?:first|next|oldest|other) [a-z]/;
/** Words directly before the new state. */
const toward =
  /\b(?:(?:in)?to|as|becom\w+|turns?|is|are|reads?|in|of|falls?|counts?|up|set|now|then)(?: (?:an?|the|its|status|state|back|then|now)){0,4} ?$/;
const results =
  /\b(?:now|from (?:here|now|then) on|again|once more|afterwards|with (?:its |the )?(?:status|state)|whose (?:status|state)|back)\b/;

/** Reads the state after a change. Skips parts of the sentence about other resources. */
export function readStateChange(text: string, said: string, { kind, vocabulary }: Scope): StateChange | undefined {
  const all = text.split(parts);
  const found = all.flatMap((part) =>
    namesOther(part, kind, vocabulary) || another.test(part) ? [] : (changeIn(part, said, { kind, vocabulary }) ?? []),
  );
  const [only] = found;
  if (only === undefined || new Set(found.map(({ to }) => to)).size > 1) return undefined;
  return all.length > 1 ? { ...only, isPart: true } : only;
}

function changeIn(part: string, said: string, { kind }: Pick<Scope, 'kind' | 'vocabulary'>): StateChange | undefined {
  const verb = turns.exec(part) ?? /\bfrom .+ to\b/.exec(part);
  const mentions = mentionsIn(part, said, kind).filter((each) => !isNegated(part, each));
  const last = mentions.at(-1);
  if (
    verb === null ||
    last === undefined ||
    /\b(?:cannot|can't|can|may|must|only|if|unless|until|while|for which|whose|nothing|without)\b/.test(
      part.slice(0, verb.index),
    )
  )
    return undefined;
  const isAfter = /^(?:after|from|there)/.test(verb[0]);
  // In "The call turns the draft into an order", the draft is the previous state.
  if (/^ (?:[a-z]+ )?(?:in)?to (?:an?|the|its) /.test(part.slice(last.end))) return undefined;
  // So is the state in "Returns a faulted connector".
  const isReached =
    toward.test(part.slice(0, last.at)) ||
    (/^(?:$|, (?:if|when)\b)/.test(part.slice(last.end)) && !/ (?:an?|the)\s*$/.test(part.slice(0, last.at)));
  if (!isAfter && (last.at < verb.index || !isReached)) return undefined;
  const sources = [...new Set(mentions.map(({ state }) => state))].filter((state) => state !== last.state);
  const between = part.slice(mentions.at(-2)?.end ?? 0, last.at);
  if (sources.length > 0 && / or |,/.test(between)) return undefined;
  return { to: last.state, ...(sources.length === 0 ? {} : { from: sources }) };
}

/** Reads the state of a record in the description of a success response: "The event, now cancelled". */
export function readResult(text: string, said: string, { kind, vocabulary }: Scope): string | undefined {
  const [only, another] = namesOther(text, kind, vocabulary) ? [] : mentionsIn(text, said, kind);
  const change = readStateChange(text, said, { kind, vocabulary, variable: 'self' });
  if (change !== undefined) return change.to;
  if (only === undefined || another !== undefined) return undefined;
  // Matches "Delivered", "The order is on its way".
  const around = [text.slice(0, only.at), text.slice(only.end)].map((each) => each.replace(/[^a-z ]/g, '').trim());
  const isAll = around[1] === '' && /^(?:(?:the |this |your )?[a-z]+ (?:is|has been|was))?$/.test(around[0] ?? '');
  return isAll || results.test(text) ? only.state : undefined;
}
