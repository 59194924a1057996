import { warningLanguages } from '@understudy/engine-rostering';
import { expect, it } from 'vitest';
import { chooseWarningTexts } from './analyze-text.js';

const said = (asked: string | undefined) => chooseWarningTexts(asked)?.noAvailability;
const of = (tag: string) => warningLanguages.get(tag)?.noAvailability;

it.each([
  ['fi', 'fi'],
  ['fi-FI', 'fi'],
  ['FI-fi', 'fi'],
  ['nb-NO', 'no'],
  ['nn', 'no'],
  ['no', 'no'],
  ['sv-FI', 'sv'],
  ['da-DK-x-shop', 'da'],
  ['de-Latn-CH-1996', 'de'],
  ['en-GB', 'en'],
  ['fr, de;q=0.5', 'de'],
  ['sv;q=0.2, da ; q=0.9', 'da'],
  ['*, fi;q=0.1', 'fi'],
  ['sv;q=0, fi', 'fi'],
])('Accept-Language: %s selects warnings in %s', (asked, tag) => {
  expect(said(asked)).toBe(of(tag));
});

it.each([undefined, '', ' ', 'xx-XX', 'finnish', '*', 'f', '-', ';q=1', 'fi;q=x'])(
  'Accept-Language: %j selects no language',
  (asked) => {
    expect(said(asked)).toBeUndefined();
  },
);
