/** Phrases for something that does not exist. */
const unknown =
  "\\b(?:unknown|names? no (?:existing |known )?[a-z]+|(?:does|do) not name an?|nonexistent|non-?existent|not found|no such|cannot be found|could not be found|(?:points?|leads?|refers?) (?:at|to) nothing|leads? nowhere|belongs? to no|(?:do|does|did) not exist|doesn['’]t exist|not exist|invalid reference|not known|nothing (?:exists|is found|is there|has)|(?:nobody|no one) (?:has )?(?:created|knows)|not (?:registered|listed|recogni[sz]ed|on file|on record|to be found)|not (?:in|on|part of) (?:the|our) (?:catalog|catalogue|list|system|database|register|registry|directory|file|index)|we (?:have )?never (?:heard|seen|met|created)|we (?:do not|don['’]t|cannot|can['’]t|could not) (?:know|find|recogni[sz]e)|we (?:do not|don['’]t) have (?:on file|on record|in (?:the|our)))\\b";

/** Phrases for something that does not exist, in any sentence. */
export const namesUnknown = new RegExp(unknown, 'i');

/** Phrases of errors about a request that refers to something that does not exist. */
export const saysUnknown = new RegExp(
  `(?:^|\\b(?:either|or|as|because) |, )no (?:[a-z]+ ){1,3}(?:has|have|with|is|are|carries|goes by|exists?|belongs)\\b|${unknown}|\\b(?:is|are) (?:no|not an?)\\b`,
  'i',
);

/** Words of error codes for something that does not exist: `UNKNOWN_BOX`, `boxNotFound`. */
export const isUnknownCode = /\b(?:unknown|not found|no such|non ?existent|does not exist|not exists?)\b/;

/** Phrases in member descriptions which require that the referenced record exists. */
export const saysMustExist =
  /\b(?:must|ha(?:s|ve) to|needs? to|can only|may only|only) (?:[\w`'’-]+ ){0,9}?(?:exist|on (?:file|record)|known|registered|listed|existing|exists|we (?:know|have|keep)|in (?:the|our) (?:catalog|catalogue|list|system|database|register|registry|directory|index)|of ours)\b|\b(?:must|ha(?:s|ve) to|needs? to) (?:name|identify|refer to|point (?:to|at)|be (?:the (?:id|code|key|number|name) of|one of)) (?:an?|one of|the|our|those)\b|\bexists?(?: -| –|,|;) (?:otherwise|else|or else)\b|\bof an existing\b|\ban existing\b|\b(?:that|which) (?:already |really )?exists?\b/i;

const refused =
  '(?:(?:is|are|gets?|be|counts? as|leads? to|results? in|causes?|gives?|means?)(?: (?:an?|the|as|with))?(?: [a-z]+)?(?: with| by)? (?:`?invalid|wrong|bad|refused|rejected|turned (?:down|away)|error|mistake|4\\d\\d|`\\w+`)|we (?:refuse|reject|turn down))';

/** Phrases for a rejected value. */
export const saysRefused = new RegExp(`\\b${refused}`, 'i');

/** Phrases for rejecting all other values: "Any other is a wrong input". */
export const refusesOthers = new RegExp(`\\b(?:any(?:thing| other)|others?|otherwise)\\b.{0,40}? ${refused}`, 'i');

/** Words of sentences about references in a body. */
export const saysOfBodies = /\b(?:bod(?:y|ies)|refer(?:s|ences?|red|ring)?|payloads?|inputs?)\b/i;

/** Words of sentences about paths or unknown names. */
export const saysOfOther =
  /\b(?:path|url|uri|query|unknown (?:[a-z]+ )?(?:members?|fields?|propert(?:y|ies)|attributes?|parameters?|keys?)|(?:members?|fields?|propert(?:y|ies)|parameters?) (?:that |which )?(?:we (?:do not|don['’]t)|(?:is|are) (?:unknown|not)))\b/i;

/** Phrases of rejected deletions because other records refer to the record. */
export const saysInUse =
  /\b(?:in use|(?:on|in) (?:an?|any) |refers? to|points? to|still (?:has|have|contains?|owns?|referenced|used)|referenced|used by|has|have|contains?|with|not empty|dependent|depends?|attached|assigned|belong(?:s|ing)?|associated)\b/i;

/** Words that directly precede other records to delete. */
export const saysAlso =
  /\b(?:and|with|along with|together with|including|with it|with them|as well as)(?: (?:all|any|every|each|of|the|its|their|associated|related|of its))* $/i;

const ofIt =
  '(?: themselves)?(?: (?:of|on|in|for|under|below) (?:it|(?:the|this|that) [a-z]+))?(?: and [a-z ]{1,30}?)?';
/** Words that follow records which a deletion does not affect. */
export const saysKept = new RegExp(
  `^${ofIt} (?:do not stand in the way and )?(?:remains?|stays?|survives?|(?:is|are) (?:kept|retained|preserved|not (?:deleted|removed|touched|affected)))\\b`,
  'i',
);
/** Words that follow records which are deleted together with another record. */
export const saysGone = new RegExp(
  `^${ofIt} (?:also )?(?:go(?:es)? with (?:it|them)|(?:is|are|gets?|will be) (?:also |then |automatically )?(?:deleted|removed|erased|dropped|purged)|disappears?|vanish(?:es)?)(?! (?:if|when|only|unless))\\b`,
  'i',
);
/** Words that directly precede records which are also deleted. */
export const saysRemoves =
  /\b(?:deletes|removes|drops|erases|purges)(?: also| all| any| every| each| of| the| its| their)* $/i;
