import { lastSegment, normalizeName, type Resource, type SchemaReader } from '@understudy/model';
import { receiverCollections } from '../words/receiver-words.js';

/** Finds the resources whose records receive events, by their name and by an address and events among their members. */
export function findReceivers(schemas: SchemaReader, resources: readonly Resource[]): ReadonlySet<string> {
  const found = resources.filter(({ shape, schema, writable, kept }) => {
    const names = new Set([...schemas.chosen(schema).properties.keys(), ...writable.keys()]);
    const has = (what: 'address' | 'events') => [...names].some((name) => schemas.names.get(name)?.receiver === what);
    const hasSettings = [...names].some((name) => schemas.names.get(name)?.holdsReceiver === true);
    const isNamedSo = receiverCollections.test(normalizeName(lastSegment(shape)));
    return kept && isNamedSo && (has('address') || hasSettings) && has('events');
  });
  return new Set(found.map(({ name }) => name));
}
