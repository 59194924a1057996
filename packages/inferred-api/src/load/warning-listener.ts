/** Reports a part of a schema that is invalid JSON Schema. */
export type WarningListener = (rule: string, message: string) => void;
