type Digit = () => number;

/** The number of account digits and the letters of a bank, by country. */
const accounts: Readonly<Record<string, readonly [bank: string, digits: number]>> = {
  AT: ['', 16],
  DE: ['', 18],
  DK: ['', 14],
  ES: ['', 20],
  FI: ['', 14],
  FR: ['', 23],
  GB: ['NWBK', 14],
  IE: ['AIBK', 14],
  IT: ['X', 22],
  NL: ['INGB', 10],
  PL: ['', 24],
  SE: ['', 20],
};

/** Generates an IBAN with valid check digits. Countries without IBANs get a German one. */
export function generateIban(country: string, digit: Digit): string {
  const code = Object.hasOwn(accounts, country) ? country : 'DE';
  const [bank, digits] = accounts[code] ?? ['', 18];
  const account = bank + drawn(digits, digit);
  const rest = modulo(toDigits(`${account}${code}00`), 97);
  return `${code}${String(98 - rest).padStart(2, '0')}${account}`;
}

/** True if a country uses IBANs. */
export function hasIban(country: string): boolean {
  return Object.hasOwn(accounts, country);
}

/** Generates a BIC (ISO 9362) of the same bank as in the country's IBANs. */
export function generateBic(country: string): string {
  const [bank = ''] = accounts[country] ?? [];
  const isNordic = ['DK', 'FI', 'SE'].includes(country);
  return `${bank.length === 4 ? bank : isNordic ? 'NDEA' : 'EXBK'}${country}${country === 'FI' ? 'HH' : '2X'}`;
}

/** Returns the digits of an account number in which each letter is replaced by two digits (ISO 13616). */
export function toDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
}

export function modulo(digits: string, divisor: number): number {
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % divisor, 0);
}

function drawn(count: number, digit: Digit): string {
  // Spreadsheets drop a leading zero.
  return Array.from({ length: count }, (_none, index) => (index === 0 ? 1 + (digit() % 9) : digit())).join('');
}

/** Appends the Luhn check digit. */
export function appendLuhnDigit(start: string, length: number, digit: Digit): string {
  const digits = start + drawn(length - 1 - start.length, digit);
  const sum = [...digits].reverse().reduce((total, each, index) => {
    const value = Number(each) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Generates a bar code number (GS1) of 8, 12 or 13 digits, or an ISBN, depending on the prefix. */
export function generateBarcode(prefix: string, length: number, digit: Digit): string {
  const digits = prefix + drawn(length - 1 - prefix.length, digit);
  const sum = [...digits].reverse().reduce((total, each, index) => total + Number(each) * (index % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Returns digits whose weighted sum gives a valid check digit. */
function weighted(weights: readonly number[], digit: Digit, check: (sum: number) => number | string): string {
  for (;;) {
    const digits = drawn(weights.length, digit);
    const made = check([...digits].reduce((sum, each, index) => sum + Number(each) * (weights[index] ?? 0), 0));
    if (made !== -1) return `${digits}${made}`;
  }
}

const fromEleven = (sum: number) => (sum % 11 === 0 ? 0 : sum % 11 === 1 ? -1 : 11 - (sum % 11));
const ofEleven = (sum: number) => (sum % 11 === 10 ? -1 : sum % 11);

/** Generators of value-added tax numbers, each with its country's check digits. */
const vats: Readonly<Record<string, (digit: Digit) => string>> = {
  AT: (digit) => {
    const digits = drawn(7, digit);
    const sum = [...digits].reduce((total, each, index) => {
      const value = Number(each) * (index % 2 === 0 ? 1 : 2);
      return total + Math.floor(value / 10) + (value % 10);
    }, 0);
    return `ATU${digits}${(10 - ((sum + 4) % 10)) % 10}`;
  },
  DE: (digit) => {
    const digits = drawn(8, digit);
    const product = [...digits].reduce((rest, each) => {
      const sum = (Number(each) + rest) % 10;
      return ((sum === 0 ? 10 : sum) * 2) % 11;
    }, 10);
    return `DE${digits}${(11 - product) % 10}`;
  },
  DK: (digit) => `DK${weighted([2, 7, 6, 5, 4, 3, 2], digit, fromEleven)}`,
  ES: (digit) => `ESB${appendLuhnDigit('', 8, digit)}`,
  FI: (digit) => `FI${weighted([7, 9, 10, 5, 8, 4, 2], digit, fromEleven)}`,
  FR: (digit) => {
    const siren = appendLuhnDigit('', 9, digit);
    return `FR${String((12 + 3 * modulo(siren, 97)) % 97).padStart(2, '0')}${siren}`;
  },
  GB: (digit) => `GB${weighted([8, 7, 6, 5, 4, 3, 2], digit, (sum) => String(97 - (sum % 97)).padStart(2, '0'))}`,
  IE: (digit) => `IE${weighted([8, 7, 6, 5, 4, 3, 2], digit, (sum) => 'WABCDEFGHIJKLMNOPQRSTUV'.charAt(sum % 23))}`,
  IT: (digit) => `IT${appendLuhnDigit('', 11, digit)}`,
  NL: (digit) => `NL${weighted([9, 8, 7, 6, 5, 4, 3, 2], digit, ofEleven)}B01`,
  PL: (digit) => `PL${weighted([6, 5, 7, 2, 3, 4, 5, 6, 7], digit, ofEleven)}`,
  SE: (digit) => `SE${appendLuhnDigit('', 10, digit)}01`,
};

/**
 * Generates the value-added tax number of a country. For countries without one here, a US employer identification
 * number.
 */
export function generateVatNumber(country: string, digit: Digit): string {
  const digits = drawn(9, digit);
  return vats[country]?.(digit) ?? `${digits.slice(0, 2)}-${digits.slice(2)}`;
}
