/** Irregular verbs: base form, past tense and participle. */
const irregular =
  'be was been,become became become,begin began begun,bring brought brought,build built built,buy bought bought,' +
  'catch caught caught,choose chose chosen,come came come,cut cut cut,do did done,draw drew drawn,drive drove driven,' +
  'fall fell fallen,find found found,freeze froze frozen,get got got,give gave given,go went gone,have had had,' +
  'hide hid hidden,hold held held,keep kept kept,leave left left,lend lent lent,let let let,lose lost lost,' +
  'make made made,meet met met,overdo overdid overdone,pay paid paid,put put put,read read read,run ran run,' +
  'see saw seen,sell sold sold,send sent sent,set set set,shut shut shut,spend spent spent,take took taken,' +
  'tell told told,think thought thought,undo undid undone,win won won,withdraw withdrew withdrawn,write wrote written,' +
  'break broke broken,throw threw thrown,split split split,overrun overran overrun,leave left left,lie lay lain';

const bases: ReadonlyMap<string, string> = new Map(
  irregular.split(',').flatMap((each) => {
    const [base = '', ...forms] = each.split(' ');
    return forms.map((form) => [form, base] as const);
  }),
);

/** Irregular past participles by base form. */
export const irregularParticiples: ReadonlyMap<string, string> = new Map(
  irregular.split(',').flatMap((each) => {
    const [base = '', , participle] = each.split(' ');
    return participle === undefined ? [] : [[base, participle] as const];
  }),
);

const known = new Map<string, string>();

/**
 * Returns the root that all forms of a word share: `run` for "runs", "running" and "ran", `cancel` for "cancelled" and
 * "canceled". The root need not be a word.
 */
export function rootOf(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const root = makeRoot(word.toLowerCase());
  if (known.size > 20_000) known.clear();
  known.set(word, root);
  return root;
}

function makeRoot(word: string): string {
  const base = bases.get(word);
  if (base !== undefined && base !== word) return makeRoot(base);
  if (word.length < 4) return word;
  const plain = word.replace(/ied$|ies$/, 'y');
  if (plain !== word) return plain;
  const cut = word.replace(/(?<=[a-z]{2})(?:ings?|ed|(?<=s|x|z|ch|sh)es|(?<![su])s)$/, '');
  const single =
    cut.length > 3 && /([bdfgklmnprtvz])\1$/.test(cut) && !/(?:ll|ss|ff)$/.test(cut) ? cut.slice(0, -1) : cut;
  const short = /(?<=[aeiou])ll$/.test(single) ? single.slice(0, -1) : single;
  return short.length > 3 ? short.replace(/e$/, '') : short;
}

const ofNouns: Readonly<Record<string, string>> = {
  ...{ receipt: 'receive', payment: 'pay', sale: 'sell', loss: 'lose', birth: 'bear', delivery: 'deliver' },
  ...{ arrival: 'arrive', expiry: 'expire', entry: 'enter', approval: 'approve', refusal: 'refuse', renewal: 'renew' },
  ...{ departure: 'depart', closure: 'close', issuance: 'issue', acceptance: 'accept', withdrawal: 'withdraw' },
  ...{ beginning: 'begin', opening: 'open', dispatch: 'dispatch', disposal: 'dispose', death: 'die' },
  ...{ registration: 'register', cancellation: 'cancel', signature: 'sign' },
};

/** Returns the root of the verb that a noun derives from: `register` for "registration". */
export function verbOfNoun(noun: string): string | undefined {
  if (noun.includes(' ')) return undefined;
  const known =
    ofNouns[noun] ??
    noun
      .replace(/(?:ation|ition)$/, 'ate')
      .replace(/([cst])ion$/, '$1')
      .replace(/ment$/, '');
  return known === noun ? undefined : rootOf(known);
}
