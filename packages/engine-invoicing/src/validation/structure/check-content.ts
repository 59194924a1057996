import { toXpath } from '../../xml/to-xpath.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { InvoiceFinding } from '../finding.js';
import type { ContentModel, ContentParticle } from './structure-model.js';

export const createStructureFinding = (
  ruleId: string,
  element: XmlElement,
  message: string,
  attribute?: string,
): InvoiceFinding => ({
  ruleId,
  severity: 'fatal',
  stage: 'schema',
  location: toXpath(element, attribute),
  line: element.line,
  message,
});

/** Returns the text shown in a message, cut to a readable length. */
export const quoteText = (text: string): string => JSON.stringify(text.trim().slice(0, 40));

const plain = (name: string | undefined): string => name?.replace(/^[-~]/, '') ?? '';

/** Checks order and number of children against a content model. Returns their particles, undefined if not allowed. */
export const checkContent = (
  family: string,
  element: XmlElement,
  model: ContentModel,
  placeOf: (child: XmlElement) => number | undefined,
  findings: InvoiceFinding[],
): (ContentParticle | undefined)[] => {
  const counts = new Array<number>(model.particles.length).fill(0);
  let reached = 0;
  const particles = element.children.map((child) => {
    const place = placeOf(child);
    const particle = place === undefined ? undefined : model.particles[place];
    if (place === undefined || particle === undefined) {
      const message = `${child.name} is not allowed in ${element.name}; remove it`;
      findings.push(createStructureFinding(`${family}/unknown-element`, child, message));
      return undefined;
    }
    if (place < reached) {
      const message = `${child.name} must come before ${plain(model.particles[reached]?.name)} in ${element.name}`;
      findings.push(createStructureFinding(`${family}/order`, child, message));
    } else reached = place;
    const count = (counts[place] ?? 0) + 1;
    counts[place] = count;
    if (count === particle.most + 1) {
      const times = particle.most === 1 ? 'only once' : `${particle.most} times at most`;
      findings.push(
        createStructureFinding(`${family}/cardinality`, child, `${child.name} may stand in ${element.name} ${times}`),
      );
    }
    return particle;
  });
  model.particles.forEach((particle, place) => {
    if ((counts[place] ?? 0) >= particle.least) return;
    const message = `${plain(particle.name)} is missing in ${element.name}`;
    findings.push(createStructureFinding(`${family}/cardinality`, element, message));
  });
  return particles;
};
