const it = '(?:it|this|nothing|none|no [a-z]+|(?:the|this) (?:[a-z]+ )?(?:member|field|value|property|[a-z]+))';
const unset = '(?:given|sent|stated|set|named|passed|specified|provided)';
const absent = `(?:(?:nobody|no one) (?:thought of|thinks of|chose|chooses|picks|picked|gave|gives|sends|sent|names|named|has) (?:one|any|an? [a-z]+)|(?:you|the (?:caller|client|request)) (?:do|does|did)(?: not|n't) (?:say|send|give|name|set|pass|choose|pick|have|state|specify) (?:one|any|it|this|an? [a-z]+)|there is none|(?:you|the caller|the request|the client) (?:say|says|send|sends|give|gives|name|names|set|sets|leave|leaves|pass|passes) (?:nothing|none|no [a-z]+|(?:it|this) (?:out|empty|away))|${it} (?:is |was )?(?:left (?:out|away|off|empty)|omitted|missing|absent|empty|${unset}|not (?:${unset}|there|present))|omitted|left (?:out|away|off)|missing|absent|not (?:${unset}|present))`;
const used =
  '(?:is|are|was|were|gets?|will be|counts?|applies|apply)(?: (?:then )?(?:used|assumed|taken|applied|copied|meant|set|chosen|returned)(?: over)?)?';

const forms: readonly RegExp[] = [
  new RegExp(`^(.+?) ${used} (?:if|when|where|unless|as long as) ${absent}$`),
  new RegExp(
    `^(?:if|when|where|while) ${absent},? (?:(?:it|this|we) (?:is|takes?|uses?|becomes?|defaults? to|falls? back (?:to|on)) )?(.+?)(?: ${used})?$`,
  ),
  new RegExp(`^(?:it is |this is )?(.+?) (?:if|when|while) ${absent}$`),
  /^(?:it |this )?(?:defaults? (?:to|is)|falls back to|(?:the |its )default (?:value )?is) (.+)$/,
  /^(?:by default|default:?|without it|otherwise),? (?:(?:it|this) is |we take )?(.+)$/,
];

/** Returns the phrase for the default value of a member: "Defaults to the price of the seat". */
export function defaultPhraseIn(text: string): string | undefined {
  return forms.map((form) => form.exec(text)?.[1]).find((each) => each !== undefined);
}
