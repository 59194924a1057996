import { basename, extname } from 'node:path';
import { genericNames } from '../words/generic-names.js';

/** Lower-case letters, digits and hyphens of the file name, or of the title if the name is generic. */
export function nameDescription(file: string, title: string): string {
  const [own, said] = [basename(file, extname(file)).replace(/\.(openapi|swagger|oas)$/i, ''), title].map((text) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-$/g, ''),
  );
  return own && !genericNames.has(own) ? own : said || 'api';
}
