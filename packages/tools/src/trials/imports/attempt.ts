/** How the import of one file went. */
export interface Attempt {
  readonly outcome: 'whole' | 'with listed parts' | 'refused by name' | 'lost' | 'invalid';
  readonly why?: string;
}
