import { sentencesOf } from '../../prose/sentences.js';
import type { Kind } from '../../prose/vocabulary.js';

const shared =
  /^(Null (?:while|until|unless|before|if|when|as long as|for) [^,]{1,80}), (?:just )?(?:like|as are|as is|together with|along with|and so are) (.+)$/i;

/** The sentences of a description. "Null while it is open, like `paidAt`" is also about `paidAt`. */
export function sentencesAbout({ members }: Kind, name: string, description: string): readonly string[] {
  const others = [...members.values()].flatMap((each) =>
    each.name === name
      ? []
      : sentencesOf(each.description).flatMap((says) => {
          const [, alone = '', named = ''] = shared.exec(says) ?? [];
          return named.includes(`\`${name}\``) ? [alone] : [];
        }),
  );
  return [...sentencesOf(description).map((says) => shared.exec(says)?.[1] ?? says), ...others];
}
