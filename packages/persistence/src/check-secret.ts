import { DataFolderError } from './data-folder-error.js';

const leastCharacters = 16;

/** Returns a stored secret. @param place where it is stored @throws DataFolderError if it is short enough to guess */
export function checkSecret(secret: string, place: string): string {
  if (secret.trim().length >= leastCharacters) return secret;
  throw new DataFolderError(
    `The secret in ${place} has fewer than ${leastCharacters} characters, so tokens and links can be forged. Delete it, and the server creates another one; earlier tokens and links are then invalid`,
  );
}
