import { expect, it } from 'vitest';
import { translatePattern } from './translate-pattern.js';

it.each<[string, string, string, string, string?]>([
  ['a hyphen after a class', '^[\\w-.]+$', 'a-b.c', 'a b'],
  ['a hyphen before a class', '^[.-\\d]+$', '.-1', '/'],
  ['a hyphen between classes', '^[\\w-\\s]+$', 'a b-c', 'a.b'],
  ['needless escapes', '^\\@[\\_\\:\\-a]\\#$', '@_#', '@b#'],
  ['lone brackets and braces', '^{a}]$', '{a}]', 'a'],
  ['a lone escape of a letter', '^\\e\\y$', 'ey', 'e'],
  ['quantifiers', '^a{2}b{1,}c{0,1}$', 'aabc', 'abc'],
  ['an ignored case', '(?i)^yes$', 'YeS', 'yess'],
  ['an ignored case after the start', '^(?i)[a-f0-9]+$', 'AbF09', 'g'],
  ['an ignored case in a class of upper case', '(?i)^[A-Z_]{2}$', 'a_', 'a1'],
  ['an ignored case of one group', '^(?i:ab)c$', 'ABc', 'ABC'],
  ['an ignored case that ends', '^(?i)a(?-i)b$', 'Ab', 'AB'],
  ['an ignored case of other letters', '(?i)^zoë$', 'ZOË', 'zoe'],
  ['a dot that matches lines', '(?s)^a.b$', 'a\nb', 'a\n'],
  ['the flags of a program', '^ok$', 'OK', 'oka', 'i'],
  ['anchors', '\\Aab\\z', 'ab', 'abc'],
  ['POSIX classes', '\\A[[:alpha:]_]+[[:digit:]]\\Z', 'a_b1', 'ab'],
  ['possessive quantifiers and atomic groups', '^a++(?>b)*+c$', 'aabbc', 'aab'],
  ['names of Python', '^(?P<first>a|b)(?P=first)$', 'bb', 'ab'],
  ['comments', '^a(?#a letter)b$', 'ab', 'a'],
  ['properties of Unicode', '^[\\p{L} -]+$', 'Zoë-a', '1'],
])('translates %s: %s', (_what, pattern, match, other, flags) => {
  const translated = new RegExp(translatePattern(pattern, flags), 'u');
  expect([translated.test(match), translated.test(other)]).toEqual([true, false]);
});

it('keeps a pattern that is valid already', () => {
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
