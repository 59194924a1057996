/** Words of a sentence that says what is usual, possible or advised, and not what always is. */
export const hedges =
  /\b(?:usually|normally|typically|generally|often|sometimes|mostly|probably|perhaps|maybe|might|should|could|unless|except|otherwise|optionally|depending|recommended|attempt|attempts|try|in most cases|by default|it is expected)\b/;
