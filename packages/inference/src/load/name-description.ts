import { basename, extname } from 'node:path';
import { genericNames } from '../words/generic-names.js';

/** Returns the file name, or the title if the file name is generic, in lower-case letters, digits and hyphens. */
export function nameDescription(file: string, title: string): string {
  const [own, said] = [basename(file, extname(file)).replace(/\.(openapi|swagger|oas)$/i, ''), title].map((text) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-$/g, ''),
  );
  return own && !genericNames.has(own) ? own : said || 'api';
}
