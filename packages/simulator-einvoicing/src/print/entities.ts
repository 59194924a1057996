import { defineCollection } from '@understudy/kernel';

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

type LetterClass = 'economy' | 'priority';

export const printCollections = {
  registration: defineCollection<{
    readonly companyName: string;
    readonly userEmail: string;
    readonly testMode: boolean;
    readonly notifies: boolean;
    readonly registeredAt: string;
  }>('print'),
  users: defineCollection<{ readonly companyId: string; readonly passwordHash: string }>('printUsers'),
  prints: defineCollection<StoredPrint>('prints').indexedBy({ name: ({ filename, order }) => [filename, order] }),
  owners: defineCollection<{ readonly companyId: string }>('printOwners'),
};
