/** Tells what of a schema is not as JSON Schema wants it. */
export type AddWarning = (rule: string, message: string) => void;
