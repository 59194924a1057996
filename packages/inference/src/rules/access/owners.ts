import { joinPointer } from '@understudy/contract';
import { type OperationPlan, type Resource, splitWords } from '@understudy/model';
import { mentions } from '../../prose/phrase.js';
import { factsOf } from '../../prose/sentences.js';
import { callerPhrase } from '../../words/access-words.js';
import { keyWords } from '../../words/generic-members.js';
import { listRefusals, placeOfOperation, sentencesAbout } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { findSignIn } from './find-sign-in.js';
import { ownerOf } from './owner-member.js';

export const owners: InferenceRule = {
  id: 'owners',
  says: 'A member that names a user is the caller, as in "It belongs to the caller" or "`decidedBy` is the caller", or if it is named like an owner and no request sets it.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const { login } = known.model;
    const users = findSignIn(known)?.users ?? [...known.plan.resources.values()].find(({ name }) => name === login?.as);
    if (users === undefined) return;
    const key = users.key ?? 'id';
    for (const plan of known.plan.operations.values()) {
      const owner = plan.does === 'create' ? ownerOf(known, plan.resource, users) : undefined;
      if (owner?.isByName !== true || plan.resource === undefined || plan.operation.security.length === 0) continue;
      const at = memberAt(plan.resource.name, owner.member);
      const reason = { from: placeOfOperation(plan.operation), says: owner.member };
      const value = `${owner.caller} == null ? self.${owner.member} : ${owner.caller}`;
      yield { at: joinPointer(at, 'value'), value, reason };
      yield { at: joinPointer(at, 'on'), value: 'create', reason };
    }
    for (const plan of known.plan.operations.values()) {
      const { resource, does, operation } = plan;
      if (resource === undefined || does === 'list' || does === 'read' || does === 'delete') continue;
      for (const says of sentencesOf(known, plan)) {
        if (!callerPhrase.test(says)) continue;
        const member = memberIn(known, resource, { says, users, isCreation: does === 'create' });
        if (member === undefined) continue;
        const reason = { from: placeOfOperation(operation), says };
        const value = `caller.${key} == null ? self.${member} : caller.${key}`;
        if (does === 'create') {
          const at = memberAt(resource.name, member);
          yield { at: joinPointer(at, 'value'), value, reason };
          yield { at: joinPointer(at, 'on'), value: 'create', reason };
          if (resource.writable.has(member)) yield { at: joinPointer(at, 'given'), value: true, reason };
        } else
          yield { at: joinPointer('/operations', operation.operationId, 'set', member), value: `=${value}`, reason };
      }
    }
  },
};

function sentencesOf({ document }: Knowledge, plan: OperationPlan): readonly string[] {
  const successes = listRefusals(document, plan, [200, 201, 202]).flatMap(({ sentences }) => sentences);
  return [...sentencesAbout(plan), ...successes].flatMap((each) => factsOf(each));
}

/** The member that a sentence is about: one that it names, or else the only one with a user. */
function memberIn(
  known: Knowledge,
  resource: Resource,
  { says, users, isCreation }: { readonly says: string; readonly users: Resource; readonly isCreation: boolean },
): string | undefined {
  const { properties } = known.plan.schemas.chosen(resource.schema);
  const names = [...properties.keys()].filter((name) => /^[A-Za-z_]\w*$/.test(name));
  // A name in code style, or the stem of a key at the start: "The author is whoever holds the token".
  const quoted = names.find((name) =>
    new RegExp(`\`${name}\` (?:is|becomes|shows|names|(?:you|one) finds?) (?:the |who)`).test(says),
  );
  const [, first = ''] =
    /^the (\w+) is\b|\b(?:becomes|is) the (\w+)\.?$/i.exec(says)?.filter((each) => each !== undefined) ?? [];
  const stemmed = names.find((name) => {
    const words = splitWords(name);
    return keyWords.has(words.at(-1) ?? '') && first !== '' && mentions(first, words.slice(0, -1).join(' '));
  });
  const isOwned =
    /\b(?:belongs? to|for|of|as|is|owned by|created by) (?:the )?(?:caller|signed-in|authenticated|current)/i.test(
      says,
    );
  const named = quoted ?? stemmed;
  if (named !== undefined) return named;
  return isCreation && isOwned ? ownerOf(known, resource, users)?.member : undefined;
}
