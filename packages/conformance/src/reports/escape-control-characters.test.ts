import { expect, it } from 'vitest';
import { escapeControlCharacters } from './escape-control-characters.js';

it.each([
  ['a title \u001b]0;owned\u0007', 'a title \\u001b]0;owned\\u0007'],
  ['a link \u001b]8;;http://x\u001b\\here', 'a link \\u001b]8;;http://x\\u001b\\here'],
  ['\u009b31m in one character', '\\u009b31m in one character'],
  ['\u202egnp.exe\u200f', '\\u202egnp.exe\\u200f'],
  ['over\rwritten', 'over\\u000dwritten'],
  ['::error::owned', '\\u003a:error::owned'],
  ['two\n  ::add-mask::a', 'two\n  \\u003a:add-mask::a'],
  ['x ##vso[task.setvariable variable=PATH]y', 'x \\u0023#vso[task.setvariable variable=PATH]y'],
  ['##[command]a ##teamcity[x]', '\\u0023#[command]a \\u0023#teamcity[x]'],
])('escapes control characters and CI commands in %j', (text, shown) => {
  expect(escapeControlCharacters(text)).toBe(shown);
});

it('does not change other text', () => {
  const text = 'lines\n\tand tabs, std::vector, a :: b, ## Title, é, 漢字, 👩‍👩‍👧, [::1]:80';
  expect(escapeControlCharacters(text)).toBe(text);
});

it('does not change the parsed value of JSON', () => {
  const value = { 'a\u009b': '##vso[x] \u202e \u007f \n::error::' };
  expect(JSON.parse(escapeControlCharacters(JSON.stringify(value, null, 2)))).toEqual(value);
});
