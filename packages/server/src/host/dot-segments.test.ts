import { describe, expect, it } from 'vitest';
import { readDotSegments } from './dot-segments.js';

describe('a path', () => {
  it.each([
    '/..',
    '/../admin',
    '/a/../../admin',
    '/a//../../admin',
    '//../admin',
    '/./../admin',
    '/%2e%2e/admin',
    '/.%2E/admin',
    '/..%2fadmin',
    '/a%2f..%2f../admin',
    '/%252e%252e/admin',
    '/..%5cadmin',
    '/..\\\\admin',
    '/..;/admin',
    '/..;a=b/admin',
    '/..%3b/admin',
  ])('%s leads above the root folder', (path) => expect(readDotSegments(path)).toEqual({ any: true, climbs: true }));

  it.each(['/a/../b', '/a/./b', '/a/b/../../c', '/a/%2e%2e/b'])(
    '%s has dot segments, but stays under the root folder',
    (path) => expect(readDotSegments(path)).toEqual({ any: true, climbs: false }),
  );

  it.each(['/', '/a/b', '/...', '/..a', '/a..b/c', '//a', '/a;b=..', '/a%20b', '/a?next=/../b'])(
    '%s has no dot segments',
    (path) => expect(readDotSegments(path)).toEqual({ any: false, climbs: false }),
  );
});
