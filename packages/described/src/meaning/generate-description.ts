import type { SchemaMember } from './member.js';
import { chooseTopic, toNoun } from './name-rules.js';
import { samplePhrases } from './phrases.js';
import type { FakeSubject } from './subject.js';

const people = /(?:customer|user|person|contact|member|employee|guest|patient)$/;
const visits = /(?:order|delivery|shipment|visit|booking|appointment|address)$/;

/** Describes an object by its noun, or writes a note about it. People, visits and deliveries have specific notes. */
export function generateDescription(s: FakeSubject, member: SchemaMember, isNote = false): string {
  const { owner, index } = member;
  const [team, noun] = [s.pick(samplePhrases.group), toNoun(owner)];
  if (people.test(noun) || (isNote && (noun === '' || visits.test(noun)))) return s.turn(samplePhrases.note, member);
  if (/(?:resolution|outcome|result|status|state)$/.test(noun)) return s.turn(samplePhrases.outcome, member);
  if (noun === '') return s.turn(samplePhrases.description, member);
  const month = s.at(0).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  return s.turn(
    isNote
      ? [
          `The ${team} team asked for this ${noun}.`,
          `The ${team} team checked this ${noun} in ${month}.`,
          `${team} asked for a copy of this ${noun}.`,
          `Questions about this ${noun} go to ${team}.`,
          `Discussed this ${noun} with ${team} in ${month}.`,
        ]
      : [
          `The ${noun} that the ${team} team uses every day.`,
          `Replaces the ${chooseTopic(index)} ${noun} from last year.`,
          `Main ${noun} for ${chooseTopic(index)}, owned by ${team}.`,
          `Created for the ${team} team, reviewed every quarter.`,
          `First ${noun} of the ${team} team, set up in ${month}.`,
        ],
    member,
  );
}

/** Describes a product by its name and category. */
export function describeProduct(s: FakeSubject): string {
  const { name, category } = s.product;
  const praise = s.pick([
    'Mostly ordered in pairs',
    'New this season',
    'With a warranty of two years',
    'Ships in two days',
  ]);
  return `${name} from our range for ${category.toLowerCase()}. ${praise}.`;
}
