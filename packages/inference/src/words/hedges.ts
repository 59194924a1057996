/** Words of a sentence about what is usual, possible or recommended instead of what is always true. */
export const hedges =
  /\b(?:usually|normally|typically|generally|often|sometimes|mostly|probably|perhaps|maybe|might|should|could|unless|except|otherwise|optionally|depending|recommended|attempt|attempts|try|in most cases|by default|it is expected)\b/;
