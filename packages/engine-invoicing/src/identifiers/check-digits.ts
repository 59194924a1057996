const remainder = (digits: string, divisor: number): number => {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % divisor;
  return rest;
};

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index] ?? 0), 0);

/** Computes the Luhn sum: from the right, every second digit is doubled. */
const luhnSum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);

/**
 * Validates a Global Location Number or another numeric GS1 key: weights 3 and 1 from the right, sum divisible by ten.
 */
export const isGln = (value: string): boolean => {
  if (!/^\d{13}$/.test(value)) return false;
  const sum = [...value].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
};

/**
 * Validates a Finnish business id such as 1234567-1, with or without the hyphen: weights 7 9 10 5 8 4 2, modulus 11,
 * not 1.
 */
export const isFinnishBusinessId = (value: string): boolean => {
  if (!/^\d{7}-?\d$/.test(value)) return false;
  const rest = weighted(value, [7, 9, 10, 5, 8, 4, 2]) % 11;
  return rest !== 1 && Number(value.at(-1)) === (rest === 0 ? 0 : 11 - rest);
};

/**
 * Validates a Finnish OVT identifier (0216): 0037, a business id, and up to five characters for the organisation unit.
 */
export const isFinnishOvt = (value: string): boolean =>
  /^0037\d{8}[0-9A-Za-z]{0,5}$/.test(value) && isFinnishBusinessId(value.slice(4, 12));

/** Validates a Swedish organisation number: ten digits, with or without the hyphen, Luhn. */
export const isSwedishOrganisationNumber = (value: string): boolean => {
  const digits = value.replace('-', '');
  return /^\d{6}-?\d{4}$/.test(value) && luhnSum(digits) % 10 === 0;
};

/**
 * Validates a Norwegian organisation number: nine digits, weights 3 2 7 6 5 4 3 2, modulus 11; check digit 10 is not
 * used.
 */
export const isNorwegianOrganisationNumber = (value: string): boolean => {
  if (!/^\d{9}$/.test(value)) return false;
  const digit = (11 - (weighted(value, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return digit !== 10 && digit === Number(value[8]);
};

/** Validates a Danish CVR number: eight digits, weights 2 7 6 5 4 3 2 1, modulus 11. A leading DK is allowed. */
export const isDanishCvr = (value: string): boolean => {
  const digits = value.replace(/^DK/, '');
  return /^[1-9]\d{7}$/.test(digits) && weighted(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
};

/** Validates a Belgian enterprise number: ten digits, of which the last two are 97 minus the first eight modulo 97. */
export const isBelgianEnterpriseNumber = (value: string): boolean =>
  /^[01]\d{9}$/.test(value) && 97 - (Number(value.slice(0, 8)) % 97) === Number(value.slice(8));

/** Validates a Dutch KVK number (0106): eight digits without a check digit. */
export const isDutchKvk = (value: string): boolean => /^\d{8}$/.test(value);

const lettersAsNumbers = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));

/** Validates ISO 7064 mod 97-10: the first four characters move to the end, and letters count from 10. */
const isMod97 = (text: string): boolean => remainder(lettersAsNumbers(text.slice(4) + text.slice(0, 4)), 97) === 1;

/** Validates an IBAN. Spaces are allowed. */
export const isIban = (value: string): boolean => {
  const plain = value.replace(/\s+/g, '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain) && isMod97(plain);
};

/** Validates a Finnish reference number: 4 to 20 digits, weights 7 3 1 from the right before the check digit. */
export const isFinnishReference = (value: string): boolean => {
  const plain = value.replace(/\s+/g, '').replace(/^0+/, '');
  return /^\d{4,20}$/.test(plain) && createFinnishReference(plain.slice(0, -1)) === plain;
};

/** Creates a Finnish reference number from a base of 3 to 19 digits. */
export const createFinnishReference = (base: string): string => {
  const weights = [7, 3, 1];
  const sum = [...base].reverse().reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return `${base}${(10 - (sum % 10)) % 10}`;
};

/** Validates an ISO 11649 creditor reference: RF, two check digits, up to 21 characters. Spaces are allowed. */
export const isCreditorReference = (value: string): boolean => {
  const plain = value.replace(/\s+/g, '').toUpperCase();
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(plain) && isMod97(plain);
};

/** Creates an RF creditor reference from a base of 1 to 21 letters and digits. */
export const createCreditorReference = (base: string): string => {
  const plain = base.replace(/\s+/g, '').toUpperCase();
  const check = 98 - remainder(lettersAsNumbers(`${plain}RF00`), 97);
  return `RF${String(check).padStart(2, '0')}${plain}`;
};

/** Norwegian KID: 2 to 25 digits, the last by Luhn or by modulus 11 with weights 2 to 7 from the right, where 10 is written `-`. */
export const isNorwegianKid = (value: string): boolean => {
  const plain = value.replace(/\s+/g, '');
  if (!/^\d{1,24}[\d-]$/.test(plain)) return false;
  if (/^\d+$/.test(plain) && luhnSum(plain) % 10 === 0) return true;
  const base = [...plain.slice(0, -1)].reverse();
  const sum = base.reduce((total, digit, index) => total + Number(digit) * ((index % 6) + 2), 0);
  const check = (11 - (sum % 11)) % 11;
  return plain.at(-1) === (check === 10 ? '-' : String(check));
};

/** Validates a Swedish OCR reference: 2 to 25 digits, Luhn. */
export const isSwedishOcr = (value: string): boolean => {
  const plain = value.replace(/\s+/g, '');
  return /^\d{2,25}$/.test(plain) && luhnSum(plain) % 10 === 0;
};
