/** Words for new states of a record. */
export const turns =
  '(?:becomes?|has become|have become|turns?|turns? into|is left|are left|is left in|moves? up to|goes? back to|goes? (?:in)?to|goes?|returns? to|is|are|is now|are now|is (?:set|given) to|are set to|is given the (?:status|state)|is put to|gets?|changes? to|moves? to|switches to|is then|reads?)';
export const creating =
  /^(?:.+? (?:and )?)?(?<!(?:^|\W)(?:to|can|may|could|would|not|cannot|must) )(?:opens?|issues?|creates?|writes?|records?|adds?|books?|generates?|raises?|files?|logs?|makes?) (an?|one) (.+)$/;
export const created =
  /^(an?|one|the(?: first| new)?) (.+?) (?:is|gets|will be) (?:then |automatically |immediately )?(?:opened|issued|created|written|recorded|added|booked|generated|raised|filed|logged|made|set up|drawn up|made out)(?: (.+))?$/;
export const charged =
  /^(?:the |an? )?.+? (?:is charged|is given|is issued|is sent|is billed|gets|receives) (an?|one) (.+)$/;

/** Splits a sentence into parts with one effect each. */
export function splitClauses(whole: string): string[] {
  return (/\bboth\b/.test(whole) ? whole.replace(/ and (?=the |its )/g, ' & ') : whole)
    .split(
      /: |; | and (?=(?:is|are|becomes?) [a-z]+ (?:from|after|again|then|now))|, which (?=becomes|turns|is then|[a-z]+s (?:the|its) )|, and (?=nobody|no one|only|[a-z_]+ (?:leads?|points?|refers?|links?) to )|, and (?=(?:the|its|their|all|an?|each|every|so (?:does|do|is|are)) |[a-z_]+(?: of (?:the|its) [a-z]+)? (?:goes|rises|falls|drops|grows|sinks|tells|says|shows|notes|records|holds) |[a-z]+s (?:(?!, )[a-z ]){0,60}? ?(?:become|are|get) )| and (?=(?:the|its|their|all|[a-z]+s (?:the|its|it|them|their|all|an?|every|each)|an?) )|, (?=(?:its|their|the [a-z]+(?:'s [a-z]+)? (?:is|are|becomes)) )| and (?=(?:is |are )?put )| and (?=(?:sets|stamps|notes|records) \w+$)|,? and (?=[a-z_]+(?:_at|_on|(?<=[a-z]{3})at) (?:is|are|gets) (?:stamped|recorded|set|noted|filled))/,
    )
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
}

/** "For a late return, the member gets a fine" is "if it is late, …"; "in the process, …" says no condition. */
export function withCondition(text: string): string {
  return (
    text
      .replace(
        /^(?:in the process|in addition|as a result|thereby|by this|with this call|at the same time|by [a-z]+ing|then),? /,
        '',
      )
      .replace(/^(?:for|with|upon) a late (?:return|delivery), /, 'if it is returned late, ')
      .replace(
        /^(?:for|with|upon) an? ([a-z]+) (?:return|payment|delivery|arrival|cancellation|[a-z]+ing), /,
        'if it is $1, ',
      )
      .replace(/^(?:should) (.+?) be ([a-z]+ .+?), (?:this |then )?/, 'if $1 is $2, ')
      .replace(/^any ([a-z]+(?: [a-z]+)?) (?:that )?(?:it|the [a-z]+) has is /, 'its $1s are ')
      .replace(/, (?:whereas|while|although) .+$/, '')
      .replace(/,? with ([a-z_]+) as (?:its|the) ([a-z_]+)/, ', and its $2 is $1')
      // "Closing a shop also cancels all its orders"
      .replace(
        /^[a-z]+ing (?:an?|the|this|it) ?(?:[a-z]+ ){0,2}?(?:also |then |automatically )?(?=[a-z]+s (?:all|its|their|the|every|each|any) )/,
        '',
      )
      .replace(/\b(of|for|at|on|in) that (?=[a-z]+\b)/g, '$1 the ')
      .replace(/ and (?:gets?|receives?) (?:the |its |an? )?((?:[a-z_]+ )?[a-z_]+) (\w+)$/, ' with the $1 of $2')
      .replace(/^if not, /, 'otherwise ')
      .replace(/^if so, /, 'so ')
  );
}

/** "Parts that were used go back into stock", "takes the quantities out of stock". */
export const stocked: readonly (readonly [form: RegExp, sign: '+' | '-'])[] = [
  [
    /^(.+?) (?:go(?:es)?|come(?:s)?|is|are)(?: then)?(?: put| given| taken| brought| booked| added| returned)?(?: back)? (?:in)?to (?:the )?([a-z]+)(?: again)?$/,
    '+',
  ],
  [/^(?:returns|puts|gives|books|takes) (.+?) (?:back )?(?:in)?to (?:the )?([a-z]+)$/, '+'],
  [
    /^(.+?) (?:is|are)(?: then)? (?:taken|removed|deducted|withdrawn|booked) (?:out of|from|off) (?:the )?([a-z]+)$/,
    '-',
  ],
  [/^(?:takes|removes|deducts|withdraws) (.+?) (?:out of|from|off) (?:the )?([a-z]+)$/, '-'],
];

/** "The odometer of the car is set to the reading". */
export const assigned =
  /^(?:sets? (?=.+ to ))?(.+?) (?:is (?:then )?(?:set|moved|brought|raised|put|carried) (?:on |up |forward )?to|is updated to|(?:moves|goes|advances|jumps|climbs|rises) (?:on |up |forward )?to|becomes|to) (.+)$/;
