import { normalizeName } from '@understudy/model';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';

const secretNames = /^(?:password|passwd|passphrase|pin|(?:client|shared|signing|webhook)?secret|signingkey)$/;

export const hiddenMembers: InferenceRule = {
  id: 'hidden-members',
  says: 'A member of a request that is write-only, or a secret that no response has, is stored and never shown.',
  *infer({ plan: { resources, schemas } }: Knowledge): Iterable<InferredStatement> {
    for (const resource of resources.values()) {
      const { properties } = schemas.chosen(resource.schema);
      for (const [name, schema] of resource.writable) {
        const { keywords } = schemas.chosen(schema);
        const isSecret =
          keywords['writeOnly'] === true || keywords['format'] === 'password' || secretNames.test(normalizeName(name));
        const isShown = properties.has(name) && schemas.chosen(properties.get(name)).keywords['writeOnly'] !== true;
        if (!isSecret || isShown) continue;
        const { description } = keywords;
        const says = typeof description === 'string' ? description : name;
        yield { at: memberAt(resource.name, name, 'hidden'), value: true, reason: { says } };
      }
    }
  },
};
