import { defineCollection } from '@understudy/kernel';

/** The activation of Direct Print for a company. Collection `print` of the company, key: `registration`. */
export interface PrintRegistration {
  readonly companyName: string;
  readonly userEmail: string;
  readonly testMode: boolean;
  readonly notifies: boolean;
  readonly registeredAt: string;
}

/** A user with name and password. Shared collection `printUsers`, key: the mail address in lower case. */
export interface PrintUser {
  readonly companyId: string;
  /** SHA-256 of the password, in hex. */
  readonly passwordHash: string;
}

/** A package of letters. Collection `prints` of the company, key: its id. */
export interface StoredPrint {
  readonly id: string;
  /** Counts the packages of the company, for their order. */
  readonly order: number;
  readonly filename: string;
  readonly documentType: 'PDFXML' | 'EPL';
  readonly letterClass: LetterClass;
  readonly colour: boolean;
  readonly duplex: boolean;
  /** Names of the letters in the package. */
  readonly letters: readonly string[];
  readonly receivedAt: string;
  readonly failure?: { readonly at: string; readonly message: string };
}

export type LetterClass = 'economy' | 'priority';

/** The company of a package. Shared collection `printOwners`, key: its id. */
export interface PrintOwner {
  readonly companyId: string;
}

export const printCollections = {
  registration: defineCollection<PrintRegistration>('print'),
  users: defineCollection<PrintUser>('printUsers'),
  prints: defineCollection<StoredPrint>('prints').indexedBy({ name: ({ filename, order }) => [filename, order] }),
  owners: defineCollection<PrintOwner>('printOwners'),
};
