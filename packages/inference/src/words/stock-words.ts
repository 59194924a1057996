/** Names of members with a stock level, without case and separators. */
export const stockMembers =
  /^(?:(?:quantity|units|pieces|qty)?(?:in)?stock(?:level|count|quantity)?|(?:quantity|units)?onhand|inventory)$/;

/** Words of a sentence about a stock that decreases. */
export const takesAway =
  /\b(?:(?:go|goes|going|brought|taken) down|falls?|drops?|sinks?|shrinks?|decreases?|is (?:lowered|reduced|decreased)|lowers|reduces|(?:is|are) (?:taken|deducted|subtracted|removed|withdrawn) (?:from|out of|off)|(?:takes|deducts|subtracts|removes|withdraws) .+ (?:from|out of|off))\b/;

/** Words of a sentence about a stock that increases again. */
export const givesBack =
  /\b(?:(?:come|comes|go|goes|put|puts|given|gives|brought|brings|taken|is|are) back|(?:is|are) (?:returned|restored|released|raised|added) (?:to|again|by)|returns? .+ to (?:the )?stock|restores?|(?:is|are) restored|rises again|goes up again)\b/;
