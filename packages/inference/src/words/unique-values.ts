/** Sentences of a member that say that no two records share it. An identifier that is unique says whose it is. */
export const saysUnique =
  /^unique\.?$|^unique (?:in|across|among|within|per|for each)\b|;\s*unique\.?$|\b(?:must|has to|have to|needs to) be (?:globally |case-insensitively )?unique\b|\b(?:is|are) (?:globally )?unique\b|\bno two \w+ (?:can |may )?(?:share|have)\b|\beach \w+ has its own\b|\bnever (?:given|used|issued) twice\b|\bused (?:only )?once\b|\bmust not (?:already )?(?:be in use|be taken|exist)\b/i;

/** Sentences about a value that is taken, of a refused creation. */
export const saysTaken =
  /\balready (?:exists?|in use|used|uses|taken|registered|has an? \w+ with)|\b(?:exists?|registered|used|taken) already\b|\bis (?:already )?(?:taken|in use)\b|\bbelongs to another\b|\bduplicate\b|\bmust be unique\b|\bnot unique\b|\b(?:with|has|have|uses) (?:this|that|the same|the given) [^.]*\b(?:already|exists?|is on|is there)\b|\balready (?:uses|has) (?:this|that)\b|\bis used by (?:another|an existing)\b|^another \w+ (?:already )?(?:has|uses|carries) (?:this|that|the same)\b/i;
