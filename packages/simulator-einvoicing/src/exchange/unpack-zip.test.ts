import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { unpackZip } from './unpack-zip.js';

const directory = Buffer.from([0x50, 0x4b, 0x01, 0x02]);

/** An archive of two files whose directory is changed: in the entry of the second, the number at `offset`. */
function forged(offset: number, value: number, content = 'second'): Uint8Array {
  const bytes = Buffer.from(zipSync({ 'a.xml': strToU8('first'), 'b.xml': strToU8(content) }));
  const second = bytes.indexOf(directory, bytes.indexOf(directory) + 4);
  bytes.writeUInt32LE(value, second + offset);
  return bytes;
}

describe('unpackZip', () => {
  it('returns the files in their order', async () => {
    const files = await unpackZip(
      zipSync({ 'b.xml': strToU8('one'), 'dir/': new Uint8Array(), 'a.pdf': strToU8('two') }),
    );
    expect(files).toMatchObject([
      { filename: 'b.xml', mimetype: 'application/xml', bytes: strToU8('one') },
      { filename: 'a.pdf', mimetype: 'application/pdf', bytes: strToU8('two') },
    ]);
  });

  it.each([
    ['is larger than declared', forged(24, 10, 'x'.repeat(10_000)), /too many bytes/],
    ['is smaller than declared', forged(24, 10_000), /not enough bytes/],
    ['has a wrong checksum', forged(16, 1), /the checksum of b.xml is wrong/],
    ['overlaps another file', forged(42, 0), /b.xml overlaps another file in the archive/],
    ['declares more than the size limit', forged(24, 60 * 1024 * 1024), /unpacks to more than 52428800 bytes/],
    [
      'declares an implausible compression ratio',
      forged(24, 40 * 1024 * 1024),
      /b.xml unpacks to more than 200 times its size/,
    ],
    ['has a path outside the archive', zipSync({ '../a.xml': strToU8('x') }), /\.\.\/a\.xml/],
    ['is missing', zipSync({}), /the archive is empty/],
  ])('rejects an archive in which a file %s', async (_what, bytes, fault) => {
    expect(await unpackZip(bytes)).toEqual({ fault: expect.stringMatching(fault) });
  });

  it('rejects more than 100 files', async () => {
    const files = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}.xml`, strToU8('x')]));
    expect(await unpackZip(zipSync(files))).toEqual({ fault: 'the archive has more than 100 files' });
  });
});
