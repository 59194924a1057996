import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { isRejection } from '../invoice-rejection.js';
import { createTestInvoice } from '../testing/invoices.js';
import { createSeededRandom } from '../testing/random-invoice.js';
import { writeUbl } from '../ubl/ubl.js';
import { readXml } from './read-xml.js';
import { toXpath, type XmlElement } from './xml-element.js';

/** Whether another parser takes the text as well-formed. */
const otherTakes = (text: string): boolean => {
  try {
    XmlDocument.fromString(text).dispose();
    return true;
  } catch {
    return false;
  }
};

const takes = (text: string): boolean => !isRejection(readXml(Buffer.from(text)));

const texts: Record<string, string> = {
  'character references': '<a b="&#65;&#x42;">&lt;&amp;&gt;&quot;&apos;&#233;</a>',
  'a CDATA section': '<a><![CDATA[<b>&amp;]]></a>',
  comments: '<a><!-- b --><b/><!----></a>',
  'a processing instruction': '<a><?b c?></a>',
  'spaces in tags': '<a  b = "1"\n c=\'2\' ></a >',
  'default and other namespaces': '<a xmlns="urn:a" xmlns:b="urn:b"><b:c b:d="1"/><e xmlns=""/></a>',
};
const brokenTexts = [
  '<a>',
  '</a>',
  '<a/><',
  '<a b=1/>',
  '<a b/>',
  '<a>&b</a>',
  '<a><!-- -- --></a>',
  '<a>]]></a>',
  '<1/>',
  '<a b="<"/>',
  '<a>\u0001</a>',
  '<a>&#0;</a>',
  '< a/>',
  '<a b="1"c="2"/>',
  '<a><?xml version="1.0"?></a>',
  '<a:b/>',
  '<a><b xmlns:c="urn:c"/><c:d/></a>',
  '<a><b xmlns:c="urn:c"><c:e/></b><c:d/></a>',
  '<a xmlns:b="urn:x" xmlns:c="urn:x" b:d="1" c:d="2"/>',
  '<a></b>',
  ' <?xml version="1.0"?><a/>',
];

describe('the parser agrees with libxml2 on', () => {
  for (const [name, text] of Object.entries(texts))
    test(name, () => expect([takes(text), otherTakes(text)]).toEqual([true, true]));
  for (const text of brokenTexts)
    test(JSON.stringify(text), () => expect([takes(text), otherTakes(text)]).toEqual([false, false]));

  test('400 invoices with one changed character', () => {
    const random = createSeededRandom(7);
    const source = writeUbl(createTestInvoice());
    // The other parser also asks that namespaces are URIs, which is no matter of well-formedness.
    const start = source.indexOf('<cbc:CustomizationID');
    const characters = '<>&"\'/= a:-!?]';
    const differing: string[] = [];
    for (let index = 0; index < 400; index += 1) {
      const at = start + Math.floor(random() * (source.length - start));
      const character = characters[Math.floor(random() * characters.length)] ?? '<';
      const text = source.slice(0, at) + character + source.slice(at + 1);
      if (takes(text) !== otherTakes(text)) differing.push(text.slice(Math.max(0, at - 20), at + 20));
    }
    expect(differing).toEqual([]);
  });
});

test('line numbers above 65,535 are correct', () => {
  const document = readXml(Buffer.from(`<a>${'\n'.repeat(100_000)}<b/></a>`));
  if (isRejection(document)) throw new Error(document.reason);
  const [child] = document.root.children as XmlElement[];
  expect([child?.line, child?.column]).toEqual([100_001, 1]);
});

test('prototype names are not accepted as an encoding, entity, prefix or namespace', () => {
  const reasonOf = (text: string): string => {
    const read = readXml(Buffer.from(text));
    return isRejection(read) ? read.reason : '';
  };
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect(reasonOf(`<?xml version="1.0" encoding="${name}"?><a/>`)).toContain(name.toLowerCase());
    expect(reasonOf(`<a>&${name};</a>`)).not.toBe('');
    expect(reasonOf(`<${name}:a/>`)).not.toBe('');
    const read = readXml(Buffer.from(`<a xmlns="${name}"><b/></a>`));
    if (isRejection(read)) throw new Error(read.reason);
    expect(read.root.child('b') === undefined ? '' : toXpath(read.root.child('b') as XmlElement)).toMatch(/^\/a\/b/);
  }
});

test('the cost of namespaces is linear in their number, regardless of depth', () => {
  const cost = (each: number): number => {
    const level = (depth: number) =>
      `<a ${Array.from({ length: each }, (_, index) => `xmlns:n${depth}-${index}="u"`).join(' ')}>`;
    const text = Buffer.from(`${Array.from({ length: 60 }, (_, depth) => level(depth)).join('')}${'</a>'.repeat(60)}`);
    // The least of several: what other threads use beside it makes one more, and none less.
    const tries = Array.from({ length: 7 }, () => {
      const { user } = process.cpuUsage();
      expect(isRejection(readXml(text))).toBe(false);
      return (process.cpuUsage().user - user) / 1000;
    });
    return Math.min(...tries);
  };
  expect(cost(250)).toBeLessThan(40 * Math.max(1, cost(25)));
});
