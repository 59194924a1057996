/** Reports a part of a schema that is invalid JSON Schema. */
export type AddWarning = (rule: string, message: string) => void;
