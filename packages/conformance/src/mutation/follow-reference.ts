import { isObject, type OpenApiDocument } from '@understudy/contract';
import { readPointer } from '../expressions/json-pointer.js';

export function followReference(document: OpenApiDocument, value: unknown): unknown {
  let followed = value;
  for (let hops = 0; hops < 20 && isObject(followed) && typeof followed.$ref === 'string'; hops++) {
    const target = readPointer(document, followed.$ref.replace(/^#/, ''));
    followed = target.found ? target.value : undefined;
  }
  return followed;
}
