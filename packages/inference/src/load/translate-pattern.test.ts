import { expect, it } from 'vitest';
import { translatePattern } from './translate-pattern.js';

it.each<[string, string, string, string, string?]>([
  ['a hyphen after a class', '^[\\w-.]+$', 'a-b.c', 'a b'],
  ['a hyphen before a class', '^[.-\\d]+$', '.-1', '/'],
  ['a hyphen between classes', '^[\\w-\\s]+$', 'a b-c', 'a.b'],
  ['needless escapes', '^\\@[\\_\\:\\-a]\\#$', '@_#', '@b#'],
  ['lone brackets and braces', '^{a}]$', '{a}]', 'a'],
  ['a needlessly escaped letter', '^\\e\\y$', 'ey', 'e'],
  ['quantifiers', '^a{2}b{1,}c{0,1}$', 'aabc', 'abc'],
  ['a case-insensitive flag', '(?i)^yes$', 'YeS', 'yess'],
  ['a case-insensitive flag after the start', '^(?i)[a-f0-9]+$', 'AbF09', 'g'],
  ['a case-insensitive flag with an uppercase class', '(?i)^[A-Z_]{2}$', 'a_', 'a1'],
  ['a case-insensitive group', '^(?i:ab)c$', 'ABc', 'ABC'],
  ['a case-insensitive flag that is turned off', '^(?i)a(?-i)b$', 'Ab', 'AB'],
  ['a case-insensitive flag with a non-ASCII letter', '(?i)^zoë$', 'ZOË', 'zoe'],
  ['a dot that matches line breaks', '(?s)^a.b$', 'a\nb', 'a\n'],
  ['separate flags', '^ok$', 'OK', 'oka', 'i'],
  ['anchors', '\\Aab\\z', 'ab', 'abc'],
  ['POSIX classes', '\\A[[:alpha:]_]+[[:digit:]]\\Z', 'a_b1', 'ab'],
  ['possessive quantifiers and atomic groups', '^a++(?>b)*+c$', 'aabbc', 'aab'],
  ['Python named groups', '^(?P<first>a|b)(?P=first)$', 'bb', 'ab'],
  ['comments', '^a(?#a letter)b$', 'ab', 'a'],
  ['Unicode properties', '^[\\p{L} -]+$', 'Zoë-a', '1'],
])('translates %s: %s', (_what, pattern, match, other, flags) => {
  const translated = new RegExp(translatePattern(pattern, flags), 'u');
  expect([translated.test(match), translated.test(other)]).toEqual([true, false]);
});

it('keeps a pattern that is already valid', () => {
  for (const pattern of [
    '^(?=.*[a-z])(?!x)\\d{1,3}(?:\\.\\d+)?$',
    '^\\$\\{[a-z_]+\\}$',
    '[^\\]\\\\]+',
    '(?<=a)b\\1?()',
    '',
  ]) {
    expect(translatePattern(pattern)).toBe(pattern);
  }
});
