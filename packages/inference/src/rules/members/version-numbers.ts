import { normalizeName } from '@understudy/model';
import { dot } from '../../prose/vocabulary.js';
import { countsChanges, versionMembers } from '../../words/changes.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { memberAt } from '../run-rules.js';
import { sentMembers } from '../sent-members.js';

/** `version` of a customer is 1 at its creation, and grows with each change. */
export const versionNumbers: InferenceRule = {
  id: 'version-numbers',
  says: 'A whole number called version or revision counts the changes of its record, unless a creation sends it and nothing says that it grows.',
  *infer({ plan: { resources, operations, schemas } }: Knowledge): Iterable<InferredStatement> {
    for (const resource of resources.values()) {
      const own = [...operations.values()].filter((each) => each.resource === resource);
      if (!own.some(({ does }) => does === 'update' || does === 'replace')) continue;
      const sent = own.flatMap(({ does, operation, sent: path }) =>
        does === 'create'
          ? path.length > 0
            ? [...resource.writable.keys()]
            : sentMembers(schemas, operation).map(([name]) => name)
          : [],
      );
      for (const [name, schema] of schemas.chosen(resource.schema).properties) {
        const { types, keywords } = schemas.chosen(schema);
        const says = String(keywords['description'] ?? '');
        if (!versionMembers.has(normalizeName(name)) || !types.includes('integer')) continue;
        if (sent.includes(name) && keywords['readOnly'] !== true && !countsChanges.test(says)) continue;
        const before = dot('self', name);
        const value = { value: `${before} == null ? 1 : ${before} + 1`, on: 'change' as const };
        yield { at: memberAt(resource.name, name), value, reason: { says: says === '' ? name : says } };
      }
    }
  },
};
