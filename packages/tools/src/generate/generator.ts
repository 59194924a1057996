/** Generates files from their sources. Runs in the root of the repository. Keys are paths from there, with `/`. */
export type Generator = () => Promise<ReadonlyMap<string, string>>;
