import type { Resource } from '@understudy/model';
import { definitionsIn } from '../../prose/definitions.js';
import { mentions } from '../../prose/phrase.js';
import { plainText } from '../../prose/reasons.js';
import { sentencesOf } from '../../prose/sentences.js';
import type { Kind } from '../../prose/vocabulary.js';
import { operationPointerOf, readResponseTexts } from '../lifecycle/lifecycles.js';
import type { Knowledge } from '../rule.js';
import { tagTextsOf } from '../tag-texts.js';

/** A text about a member, and its place. */
export interface Definition {
  readonly name: string;
  readonly says: string;
  readonly from: string;
}

/** The definitions in the introduction, and in texts about operations on the records. */
export function definitionsOf(known: Knowledge, resource: Resource, kind: Kind): readonly Definition[] {
  // What an action says of a member is what it sets.
  const own = [...known.plan.operations.values()].filter((plan) => plan.resource === resource && plan.does !== 'act');
  const texts = [
    ...own.flatMap((plan) => [
      { text: plan.node['description'], from: operationPointerOf(plan.operation, 'description'), isOwn: true },
      ...readResponseTexts(known, plan).filter(({ status }) => status < 300),
    ]),
    ...tagTextsOf(known, resource).map((each) => ({ ...each, isOwn: true })),
    { text: known.document.info['description'], from: '#/info/description' },
  ];
  return texts.flatMap(({ text, from, ...more }) =>
    definitionsIn(text, kind, 'isOwn' in more).map(([name, says]) => ({ name, says, from })),
  );
}

const saysKept =
  /\bkeeps?\b|\b(?:does|do) not (?:change|move|follow|touch)\b|\b(?:is|are) (?:left alone|not (?:touched|changed|affected))\b/;

/** Returns when to evaluate an expression: "Orders already placed do not change". */
export function keptIn(
  known: Knowledge,
  { nouns }: Kind,
): (expression: string) => 'create' | readonly string[] | undefined {
  const said = [...known.plan.operations.values()].flatMap(({ resource, does, node }) =>
    does === 'update' || does === 'replace'
      ? sentencesOf(node['description']).map((each) => ({ name: resource?.name ?? '', says: plainText(each) }))
      : [],
  );
  return (expression) => {
    const found = said.find(
      ({ name, says }) =>
        expression.includes(`find(${JSON.stringify(name)}`) &&
        saysKept.test(says) &&
        nouns.some((noun) => mentions(says, noun)),
    );
    return found && (/\b(?:until|unless)\b/.test(found.says) ? ['create', 'change'] : 'create');
  };
}
