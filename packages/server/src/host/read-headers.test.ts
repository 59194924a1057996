import { describe, expect, it } from 'vitest';
import { readHeaders } from './read-headers.js';

describe('readHeaders', () => {
  it('converts header names to lower case', () => {
    expect(readHeaders(['Host', 'a', 'tenantId', 'T1'], {})).toEqual({ host: 'a', tenantid: 'T1' });
  });

  it('joins repeated headers with commas, and cookies with semicolons', () => {
    expect(readHeaders(['Accept', 'a', 'accept', 'b', 'Cookie', 'c=1', 'Cookie', 'd=2'], {})).toEqual({
      accept: 'a, b',
      cookie: 'c=1; d=2',
    });
  });

  it('keeps the first value of a header that allows only one', () => {
    expect(
      readHeaders(['Authorization', 'Bearer a', 'authorization', 'Bearer b', 'From', 'x', 'From', 'y'], {}),
    ).toEqual({ authorization: 'Bearer a', from: 'x' });
  });

  it('treats a header named "constructor" like any other', () => {
    expect(readHeaders(['constructor', 'a', 'CONSTRUCTOR', 'b'], {})).toEqual({ constructor: 'a, b' });
  });

  it('reuses the result only for identical headers on the same connection', () => {
    const connection = {};
    const first = readHeaders(['Host', 'a', 'jobId', '1'], connection);
    expect(readHeaders(['Host', 'a', 'jobId', '1'], connection)).toBe(first);
    expect(readHeaders(['Host', 'a', 'jobId', '2'], connection)).toEqual({ host: 'a', jobid: '2' });
    expect(readHeaders(['Host', 'a', 'jobId', '2', 'x', ''], connection)).toEqual({ host: 'a', jobid: '2', x: '' });
    expect(readHeaders(['Host', 'a', 'jobId', '1'], {})).not.toBe(first);
    expect(first).toEqual({ host: 'a', jobid: '1' });
  });
});
