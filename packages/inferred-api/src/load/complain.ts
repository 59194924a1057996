/** Tells what of a schema is not as JSON Schema wants it. */
export type Complain = (rule: string, message: string) => void;
