import unusedTerms from '../../data/unused-terms.json' with { type: 'json' };
import { AGGREGATE_NAMESPACE, BASIC_NAMESPACE } from '../../ubl/namespaces.js';
import { toXpath, type XmlElement } from '../../xml/xml-element.js';
import type { InvoiceTree } from '../invoice-tree.js';
import type { InvoiceFinding } from '../rule.js';
import { hasElement, selectElements } from '../values.js';

/** A step shared by all paths with the same beginning. */
interface Step {
  readonly next: Map<string, Step>;
  /** Numbers of the rules whose path ends here. */
  readonly numbers: string[];
}

const newStep = (): Step => ({ next: new Map(), numbers: [] });

interface Paths {
  readonly fromRoot: Step;
  readonly anywhere: Step;
}

const add = (from: Step, path: readonly string[], number: string): void => {
  let at = from;
  for (const name of path) {
    let next = at.next.get(name);
    if (next === undefined) {
      next = newStep();
      at.next.set(name, next);
    }
    at = next;
  }
  at.numbers.push(number);
};

const readPaths = (): Paths => {
  const paths: Paths = { fromRoot: newStep(), anywhere: newStep() };
  for (const [path, number] of Object.entries(unusedTerms)) {
    if (path.startsWith('//')) add(paths.anywhere, path.slice(2).split('/'), number);
    else add(paths.fromRoot, path.split('/'), number);
  }
  return paths;
};

let known: Paths | undefined;

/**
 * Two published rules use the basic namespace for an element that is an aggregate in UBL, so they only match that
 * namespace.
 */
const BASIC_ONLY = new Set(['629', '630']);

const stepName = (element: XmlElement): string => {
  if (element.name === 'InvoiceLine' || element.name === 'CreditNoteLine') return 'LINE';
  if (element.namespace === AGGREGATE_NAMESPACE || element.namespace === BASIC_NAMESPACE) return element.name;
  return `ext:${element.name}`;
};

/**
 * Finds UBL terms that EN 16931 does not use (UBL-CR), in one walk. Each rule has one finding, at its first occurrence.
 */
export const findUnusedTerms = (tree: InvoiceTree): InvoiceFinding[] => {
  known ??= readPaths();
  const { fromRoot, anywhere } = known;
  const found = new Map<string, InvoiceFinding>();
  const note = (number: string, element: XmlElement, attribute?: string, severity: 'fatal' | 'warning' = 'warning') => {
    if (found.has(number) || (BASIC_ONLY.has(number) && element.namespace !== BASIC_NAMESPACE)) return;
    found.set(number, {
      ruleId: `UBL-CR-${number}`,
      severity,
      stage: 'schematron',
      location: toXpath(element, attribute),
      line: element.line,
      message: `${attribute === undefined ? element.name : `The attribute ${attribute} of ${element.name}`} is not used in EN 16931 invoices; remove it`,
    });
  };
  const visit = (element: XmlElement, steps: readonly Step[]): void => {
    for (const step of steps) for (const number of step.numbers) note(number, element);
    for (const { name } of element.attributes) {
      for (const step of steps)
        for (const number of step.next.get(`@${name}`)?.numbers ?? []) note(number, element, name);
      for (const number of anywhere.next.get(`@${name}`)?.numbers ?? []) note(number, element, name);
    }
    for (const child of element.children) {
      const name = stepName(child);
      const next: Step[] = [];
      for (const step of steps) {
        const follower = step.next.get(name);
        if (follower !== undefined) next.push(follower);
      }
      const start = anywhere.next.get(name);
      if (start !== undefined) next.push(start);
      visit(child, next);
    }
  };
  visit(tree.root, [fromRoot]);
  noteSpecialCases(tree, note);
  return [...found.values()];
};

type Note = (number: string, element: XmlElement, attribute?: string, severity?: 'fatal' | 'warning') => void;

const noteSpecialCases = (tree: InvoiceTree, note: Note): void => {
  const version = tree.root.child('UBLVersionID');
  if (version !== undefined && version.text !== '2.1') note('002', version);
  const dueDate = selectElements(tree.root, 'PaymentMeans', 'PaymentDueDate')[0];
  if (dueDate !== undefined && !tree.creditNote) note('412', dueDate);
  for (const reference of tree.elements('AdditionalDocumentReference')) {
    const codes = reference.all('DocumentTypeCode');
    const scheme = reference.all('ID').find((id) => id.attribute('schemeID') !== undefined);
    if (scheme !== undefined && (codes.length === 0 || codes.some(({ text }) => text !== '130')))
      note('665', scheme, 'schemeID');
    if (!codes.some(({ text }) => text === '130')) continue;
    if (hasElement(reference, 'Attachment')) note('666', reference, undefined, 'fatal');
    if (hasElement(reference, 'DocumentDescription')) note('673', reference, undefined, 'fatal');
  }
};
