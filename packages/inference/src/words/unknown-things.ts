/** Words of a refusal that say that something a request names does not exist. */
export const saysUnknown =
  /(?:^|\b(?:either|or|as|because) |, )no (?:[a-z]+ ){1,3}(?:has|have|with|is|are|carries|goes by|exists?|belongs)\b|\bnothing (?:exists|is found|is there|has)\b|\bnot (?:in|on|part of) (?:the|our) (?:catalog|catalogue|list|system|database|register|registry|directory|file|index)\b|\bnot (?:registered|listed|recogni[sz]ed|on file|to be found)\b|\b(?:unknown|nonexistent|non-?existent|not found|no such|cannot be found|could not be found|points? (?:at|to) nothing|(?:does|do|did) not exist|doesn['’]t exist|not exist|(?:is|are) (?:no|not an?)\b|invalid reference|not known)\b/i;

/** Words of an error code that say that something does not exist: `UNKNOWN_BOX`, `boxNotFound`. */
export const isUnknownCode = /\b(?:unknown|not found|no such|non ?existent|does not exist|not exists?)\b/;

/** Words of a description that say that what a member names has to exist. */
export const saysMustExist =
  /\b(?:must (?:already )?exist|has to exist|have to exist|of an existing|an existing|(?:that|which) (?:already |really )?exists?|(?:must|has to|have to|needs to) be (?:known|registered|one (?:of|that)|an? (?:known|existing|registered))|any(?:thing| other value| other one)(?: else)? (?:(?:is|gets) (?:answered|refused|rejected|turned down|bad|invalid|an error)|results in|leads to|causes)|(?:unknown|unregistered|not (?:known|registered))\b[^.]*\b(?:is|are) (?:refused|rejected|turned down|bad|invalid|an error))\b/i;

/** Words of a refused deletion that say that something else refers to the record. */
export const saysInUse =
  /\b(?:in use|still (?:has|have|contains?|owns?|referenced|used)|referenced|used by|has|have|contains?|with|not empty|dependent|depends?|attached|assigned|belong(?:s|ing)?|associated)\b/i;

/** Words of a deletion right before what else is deleted. */
export const saysAlso =
  /\b(?:and|with|along with|together with|including|with it|with them|as well as)(?: (?:all|any|every|each|of|the|its|their|associated|related|of its))* $/i;
