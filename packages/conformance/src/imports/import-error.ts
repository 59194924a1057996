/** Thrown if a foreign file cannot be imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
