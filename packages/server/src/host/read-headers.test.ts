import { describe, expect, it } from 'vitest';
import { readHeaders } from './read-headers.js';

describe('readHeaders', () => {
  it('names headers in lower case', () => {
    expect(readHeaders(['Host', 'a', 'tenantId', 'T1'], {})).toEqual({ host: 'a', tenantid: 'T1' });
  });

  it('joins a repeated header, cookies by a semicolon', () => {
    expect(readHeaders(['Accept', 'a', 'accept', 'b', 'Cookie', 'c=1', 'Cookie', 'd=2'], {})).toEqual({
      accept: 'a, b',
      cookie: 'c=1; d=2',
    });
  });

  it('takes the first of a header that can have one value only', () => {
    expect(
      readHeaders(['Authorization', 'Bearer a', 'authorization', 'Bearer b', 'From', 'x', 'From', 'y'], {}),
    ).toEqual({ authorization: 'Bearer a', from: 'x' });
  });

  it('takes names that every object has for headers like any other', () => {
    expect(readHeaders(['constructor', 'a', 'CONSTRUCTOR', 'b'], {})).toEqual({ constructor: 'a, b' });
  });

  it('reuses the headers for an equal list on the same connection, and creates new ones for a different list', () => {
    const connection = {};
    const first = readHeaders(['Host', 'a', 'jobId', '1'], connection);
    expect(readHeaders(['Host', 'a', 'jobId', '1'], connection)).toBe(first);
    expect(readHeaders(['Host', 'a', 'jobId', '2'], connection)).toEqual({ host: 'a', jobid: '2' });
    expect(readHeaders(['Host', 'a', 'jobId', '2', 'x', ''], connection)).toEqual({ host: 'a', jobid: '2', x: '' });
    expect(readHeaders(['Host', 'a', 'jobId', '1'], {})).not.toBe(first);
    expect(first).toEqual({ host: 'a', jobid: '1' });
  });
});
