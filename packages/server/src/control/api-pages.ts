/** A token request that the demo data accepts: the path of the endpoint and the fields of the form. */
export interface SignIn {
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}

/** What the pages of the simulated APIs are made of. */
export interface ApiPages {
  /** Paths of the files that a page loads, by their name there: a script `start.js`, styles, the library that shows it. */
  readonly files: Readonly<Record<string, string>>;
  /** How a page signs in, by API. */
  readonly signIn: Readonly<Record<string, SignIn>>;
}
