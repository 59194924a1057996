import { createHash } from 'node:crypto';
import { decodeBody } from '@understudy/contract';
import { isZip, unpackZip } from '../exchange/unpack-zip.js';
import { maxFileBytes, maxLicenceKeyLength, packageKinds } from '../policies.js';
import type { StoredPrint } from './entities.js';

type PrintOrder = Pick<StoredPrint, 'filename' | 'documentType' | 'letterClass' | 'colour' | 'duplex' | 'letters'>;

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads the form of a package or returns its error (einvoicing.gap.print-bodies, einvoicing.gap.print-zip). */
export async function readPackage(form: ReadonlyMap<string, string>): Promise<PrintOrder | { readonly fault: string }> {
  const filename = form.get('filename');
  if (!filename) return { fault: 'FILENAME MISSING' };
  if (!/^[^/\\]+\.zip$/i.test(filename)) return { fault: 'FILENAME MUST END IN .zip AND HAVE NO PATH' };
  const documentType = oneOf(form.get('document_type') || 'PDFXML', ['PDFXML', 'EPL']);
  if (documentType === undefined) return { fault: 'DOCUMENT TYPE MUST BE PDFXML OR EPL' };
  const letterClass = oneOf(form.get('letter_class') || 'priority', ['economy', 'priority']);
  if (letterClass === undefined) return { fault: 'LETTER CLASS MUST BE economy OR priority' };
  const colour = oneOf(form.get('color_print') || 'false', ['true', 'false']);
  if (colour === undefined) return { fault: 'COLOR PRINT MUST BE true OR false' };
  const duplex = oneOf(form.get('duplex') || 'false', ['true', 'false']);
  if (duplex === undefined) return { fault: 'DUPLEX MUST BE true OR false' };
  if ((form.get('license_key') ?? '').length > maxLicenceKeyLength) {
    return { fault: `LICENSE KEY HAS MORE THAN ${maxLicenceKeyLength} CHARACTERS` };
  }

  const encoded = form.get('file')?.replaceAll(/[\r\n]/g, '');
  if (!encoded) return { fault: 'FILE MISSING' };
  // An unencoded plus sign arrives as a space and would change the file.
  if (!base64.test(encoded) || encoded.length % 4 !== 0) return { fault: 'FILE IS NOT BASE64' };
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > maxFileBytes) return { fault: `FILE HAS MORE THAN ${maxFileBytes} BYTES` };
  const hashes = ['zipHash', 'hash'].flatMap((name) => form.get(name) || []);
  if (hashes.length === 0) return { fault: 'HASH MISSING' };
  const sha1 = createHash('sha1').update(bytes).digest('hex');
  if (hashes.some((hash) => hash.toLowerCase() !== sha1)) return { fault: 'HASH DOES NOT MATCH THE FILE' };

  if (!isZip(bytes)) return { fault: 'FILE IS NOT A ZIP' };
  const files = await unpackZip(bytes);
  if ('fault' in files) return { fault: `ZIP: ${files.fault}` };
  const kinds: readonly string[] = packageKinds[documentType];
  const [needed = ''] = kinds;
  const stray = files.find((file) => !kinds.includes(kindOf(file.filename)));
  if (stray !== undefined) return { fault: `ZIP HOLDS ${stray.filename}, WHICH ${documentType} DOES NOT ALLOW` };
  const letters = files.map((file) => file.filename).filter((name) => kindOf(name) === needed && !name.includes('/'));
  if (letters.length === 0) return { fault: `ZIP HAS NO .${needed} AT ITS ROOT` };
  return { filename, documentType, letterClass, colour: colour === 'true', duplex: duplex === 'true', letters };
}

function kindOf(filename: string): string {
  return /\.([^./]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}

function oneOf<Name extends string>(given: string, names: readonly Name[]): Name | undefined {
  return names.find((name) => name === given);
}

/** Returns the fields of a form. The first value of a repeated field counts. @returns the error if it cannot be read */
export function parseFormFields(bytes: Uint8Array): Map<string, string> | { readonly fault: string } {
  const decoded = decodeBody(bytes, 'application/x-www-form-urlencoded');
  if ('finding' in decoded || !Array.isArray(decoded.value)) return { fault: 'FORM CANNOT BE READ' };
  const fields = new Map<string, string>();
  for (const pair of decoded.value) {
    const [name, value] = [String(pair[0]), String(pair[1])];
    if (!fields.has(name)) fields.set(name, value);
    if (fields.size > mostFields) return { fault: `FORM HAS MORE THAN ${mostFields} FIELDS` };
  }
  return fields;
}

/** Maximum number of fields, the same as for multipart forms. No form of this API has more than ten. */
const mostFields = 1000;
