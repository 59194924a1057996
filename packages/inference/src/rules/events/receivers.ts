import { joinPointer } from '@understudy/contract';
import { lastSegment, normalizeName } from '@understudy/model';
import { receiverCollections } from '../../words/receiver-words.js';
import type { InferenceRule } from '../rule.js';

export const receivers: InferenceRule = {
  id: 'events/receivers',
  says: 'The records of a collection of webhooks or subscriptions receive events, if they have an address and events.',
  *infer({ plan: { resources, schemas }, model: { names: known = {} } }) {
    for (const { name, shape, schema, writable, kept } of resources.values()) {
      const names = [...schemas.chosen(schema).properties.keys(), ...writable.keys()];
      const has = (what: 'address' | 'events') => names.some((each) => known[each]?.receiver === what);
      const hasAddress = has('address') || names.some((each) => known[each]?.holdsReceiver === true);
      const isNamedSo = receiverCollections.test(normalizeName(lastSegment(shape)));
      if (kept && isNamedSo && hasAddress && has('events'))
        yield { at: joinPointer('/resources', name, 'receives'), value: true, reason: { says: shape } };
    }
  },
};
