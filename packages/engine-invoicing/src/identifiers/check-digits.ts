const remainder = (digits: string, divisor: number): number => {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % divisor;
  return rest;
};

/** Computes the Luhn sum: from the right, every second digit is doubled. */
const luhnSum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);

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
  if (!/^\d{4,20}$/.test(plain)) return false;
  const sum = [...plain.slice(0, -1)]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * ([7, 3, 1][index % 3] ?? 0), 0);
  return (10 - (sum % 10)) % 10 === Number(plain.at(-1));
};

/** Validates an ISO 11649 creditor reference: RF, two check digits, up to 21 characters. Spaces are allowed. */
export const isCreditorReference = (value: string): boolean => {
  const plain = value.replace(/\s+/g, '').toUpperCase();
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(plain) && isMod97(plain);
};

/**
 * Validates a Norwegian KID: 2 to 25 digits, of which the last is by Luhn or by modulus 11 with weights 2 to 7 from the
 * right. 10 is written `-`.
 */
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
