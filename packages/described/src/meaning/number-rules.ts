import type { SchemaMember } from './member.js';
import type { FakeSubject } from './subject.js';

type Make = (subject: FakeSubject, member: SchemaMember) => number;

function rounded(value: number, decimals = 2): number {
  return Number(value.toFixed(decimals));
}

/** Generates an amount in the currency, or in its minor units if the API uses integers. */
function money(factor: number): Make {
  return (s, { flat, words }) => {
    // Purchase prices are lower than sales prices.
    const share = s.sold !== undefined && /\b(?:cost|purchase|wholesale)\b/.test(words) ? 0.6 : 1;
    const amount = s.money * factor * share;
    return isWhole(flat) ? Math.round(amount * 100) : rounded(amount);
  };
}

/** Returns whether numbers are integers, by their type or a format such as `int32`. */
export function isWhole({ types, keywords }: Pick<SchemaMember['flat'], 'types' | 'keywords'>): boolean {
  const isInteger = types.includes('integer') && !types.includes('number');
  return isInteger || /^u?int\d{0,2}$/.test(String(keywords['format']));
}

const between =
  (least: number, most: number): Make =>
  (s) =>
    s.whole(least, most);

/** Generates a fraction or a percentage. */
const share: Make = (s, { flat, words }) => {
  const isOfOne = flat.keywords['maximum'] === 1 || /ratio|probability|confidence|similarity|factor/.test(words);
  return isOfOne && !isWhole(flat) ? rounded(s.facts.random(), 3) : s.whole(1, 100);
};

/** Generates a discount as a fraction or a percentage, usually zero. */
const discount: Make = (s, { flat }) => {
  const percent = s.pick([0, 0, 0, 0, 5, 10, 15, 20]);
  return flat.keywords['maximum'] === 1 ? percent / 100 : percent;
};

/** Generates a round number, as used for spending limits. */
const limit: Make = (s, { flat }) => s.pick([500, 1000, 2500, 5000, 10_000]) * (isWhole(flat) ? 100 : 1);

/** Generates a round duration in its unit, as used in settings. */
const setting: Make = (s, { words, flat }) => {
  const unit = /\bms\b|milli|seconds?|minutes?|hours?|days?/.exec(
    `${words} ${flat.keywords['description'] ?? ''}`,
  )?.[0];
  if (unit === 'ms' || unit === 'milli') return s.pick([1000, 5000, 15_000, 30_000, 60_000]);
  return s.pick(
    /minute/.test(unit ?? '') ? [5, 15, 30, 60] : /hour|day/.test(unit ?? '') ? [1, 7, 14, 30] : [30, 60, 300],
  );
};

const rules: readonly (readonly [string, Make])[] = [
  [
    '(?:.* )?lat(?:itude)?',
    (s) =>
      rounded(
        s.once('latitude', () => s.city.latitude + (s.facts.random() - 0.5) / 20),
        5,
      ),
  ],
  [
    '(?:.* )?(?:lng|lon|long|longitude)',
    (s) =>
      rounded(
        s.once('longitude', () => s.city.longitude + (s.facts.random() - 0.5) / 20),
        5,
      ),
  ],
  ['index|position|rank|order|ordinal|sort(?: order)?|sequence', (_s, { index }) => index],
  ['page(?: number)?|current page', () => 1],
  ['(?:per page|page size|limit|items per page)', () => 20],
  ['offset|skip', () => 0],
  ['(?:status|http|response) ?(?:code)?', () => 200],
  // Amounts are already in the local currency.
  ['(?:.* )?(?:exchange|conversion|fx|currency) rate', () => 1],
  ['(?:vat|tax) (?:rate|percent(?:age)?)', (s, { flat }) => s.city.vat / (flat.keywords['maximum'] === 1 ? 100 : 1)],
  ['(?:.* )?(?:credit|spending|overdraft|purchase|order) limit', limit],
  ['(?:.* )?(?:discount|rebate)(?: (?:in )?(?:percent(?:age)?|pct|rate))', discount],
  [
    '(?:.* )?(?:percent(?:age)?|pct|rate|ratio|probability|confidence|progress|completion|similarity|humidity|off|factor(?: l?\\d)?)',
    share,
  ],
  [
    '(?:.* )?(?:salary|wage|income|budget|revenue|turnover|annual \\w+)',
    (s, { flat }) =>
      Math.round(s.whole(28, 95) * 1000) *
      (isWhole(flat) && /cent/.test(String(flat.keywords['description'])) ? 100 : 1),
  ],
  ['(?:.* )?hours(?: (?:worked|spent|logged|booked))?', between(1, 8)],
  ['mileage|odometer|(?:.* )?(?:kilomet(?:er|re)s|miles)', between(8, 240)],
  ['(?:.* )?voltage(?: l ?\\d)?', between(226, 234)],
  ['(?:is|has|was|can|should|allow) .*|.* flag', between(0, 1)],
  ['(?:customer )?gender|sex', between(1, 2)],
  ['serial(?: (?:number|no))?', between(100_000, 999_999)],
  ['(?:.* )?(?:tax|vat|fee|shipping|tip|discount|commission|tax amount|discount amount)', money(0.1)],
  [
    '(?:.* )?(?:amount|price|cost|total|subtotal|balance|refund|paid|due|credit|debit|gross|net|deposit|rent|payment|money|fare|limit amount|remaining)(?: (?:amount|price|due|paid|total|cost|gross|net|captured|refunded|received|off|usd|eur|remaining|decimal))*',
    money(1),
  ],
  ['(?:.* )?(?:quantity|qty|copies|adults|seats|guests)', between(1, 6)],
  ['(?:.* )?(?:stock|inventory|on hand|in stock|capacity|available)', between(0, 240)],
  [
    '(?:.* )?(?:count|num|counts|times|uses|views|likes|followers|following|forks|stars|stargazers|watchers|hits|downloads|comments|replies|retries|attempts|redemptions|members|participants|items|usage)|(?:num|number|no|count|total)(?: of)? .*|total .*s',
    between(0, 48),
  ],
  ['(?:.* )?tokens', between(8, 600)],
  ['age', between(19, 74)],
  ['exp(?:iry|iration)? ?month', between(1, 12)],
  ['exp(?:iry|iration)? ?year', (s) => s.facts.now.getUTCFullYear() + s.whole(1, 4)],
  ['(?:birth|dob) ?year', (s) => s.facts.now.getUTCFullYear() - s.whole(20, 65)],
  ['(?:.* )?year', (s) => s.facts.now.getUTCFullYear() - s.whole(0, 3)],
  ['(?:.* )?month', between(1, 12)],
  ['(?:.* )?day(?: of month)?', between(1, 28)],
  ['(?:.* )?hours?', between(1, 23)],
  ['(?:.* )?minutes?', between(5, 55)],
  [
    '(?:.* )?(?:rating|stars|grade)',
    (s, { flat }) => (isWhole(flat) ? s.whole(3, 5) : rounded(3 + s.facts.random() * 2, 1)),
  ],
  ['(?:.* )?(?:score|points)', between(10, 98)],
  ['(?:.* )?width', () => 640],
  ['(?:.* )?height', () => 480],
  ['(?:.* )?(?:bytes|file ?size|size|content length)', between(1200, 480_000)],
  ['(?:.* )?(?:weight|mass)', (s, { flat }) => (isWhole(flat) ? s.whole(1, 30) : rounded(0.2 + s.facts.random() * 12))],
  [
    '(?:.* )?(?:distance|length|depth|radius)',
    (s, { flat }) => (isWhole(flat) ? s.whole(1, 120) : rounded(s.facts.random() * 40, 1)),
  ],
  [
    '(?:.* )?(?:timeout|interval|ttl|delay|refresh|retention|period|frequency|lifetime|expires in|retry after|max age)(?: (?:in )?(?:ms|millis\\w*|s|secs?|seconds|mins?|minutes|hours|days))?',
    setting,
  ],
  [
    '(?:.* )?(?:duration|seconds|elapsed|took|latency|time)(?: (?:ms|seconds|millis\\w*))?|(?:.* )?(?:ms|millis\\w*)',
    between(12, 900),
  ],
  [
    '(?:.* )?(?:temp(?:erature)?)',
    (s, { flat }) => (isWhole(flat) ? s.whole(-5, 28) : rounded(s.facts.random() * 30 - 4, 1)),
  ],
  ['(?:.* )?speed', between(3, 110)],
  ['(?:.* )?(?:altitude|elevation)', between(4, 320)],
  ['(?:.* )?port', (s) => s.pick([443, 5432, 8080])],
  ['(?:.* )?(?:version|revision|generation)', between(1, 9)],
  ['(?:.* )?(?:priority|level|severity)', between(1, 5)],
  ['(?:zip|postal) ?(?:code)?', (s) => Number(s.fill('9####'))],
  ['(?:.* )?phone(?: number)?', (s) => Number(s.fill('35845785####'))],
];

const compiled = rules.map(([words, make]) => [new RegExp(`^(?:${words})$`), make] as const);

/** Generates a number for names without a rule. */
const anyNumber: Make = (s, { flat }) => (isWhole(flat) ? s.whole(1, 60) : rounded(1 + s.facts.random() * 60));

/** Finds the rule for names that imply a number, even in a string. */
export function findNamedNumberRule(words: string): Make | undefined {
  return compiled.find(([pattern]) => pattern.test(words))?.[1];
}

/** Finds the rule for a number by its name, or by a unit in its description. */
export function findNumberRule({ words, flat }: Pick<SchemaMember, 'words' | 'flat'>): Make {
  const description = String(flat.keywords['description'] ?? '').slice(0, 300);
  const own =
    findNamedNumberRule(words) ?? (/(?:^| )(?:id|number|no|code)$/.test(words) ? between(1001, 98_000) : undefined);
  if (own !== undefined) return own;
  if (/\b(?:cents?|minor units?|smallest currency unit|currency|amount)\b/i.test(description)) return money(1);
  if (/\bpercent/i.test(description)) return share;
  if (/\b(?:in )?(?:milli)?seconds\b/i.test(description)) return between(12, 900);
  if (/\bbytes\b/i.test(description)) return between(1200, 480_000);
  return anyNumber;
}
