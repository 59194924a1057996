/** Checks as in the published Peppol rules, which accept more than the issuing authorities do. */

const digitsOf = (text: string): number[] => [...text].map(Number);

/** Validates a GS1 number of any length: weights 3 and 1 from the right before the check digit. */
export const isGs1Number = (value: string): boolean => {
  if (!/^\d+$/.test(value)) return false;
  const digits = digitsOf(value);
  const check = digits.pop() ?? 0;
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
};

/** Validates a number by modulus 11 with the weights 2 to 7 from the right before the check digit. */
export const isMod11Number = (value: string): boolean => {
  if (!/^\d+$/.test(value) || Number(value) === 0) return false;
  const digits = digitsOf(value);
  const check = digits.pop() ?? 0;
  const sum = digits.reverse().reduce((total, digit, index) => total + digit * ((index % 6) + 2), 0);
  return (11 - (sum % 11)) % 11 === check;
};

/** Validates the first nine digits by Luhn. The tenth is the check digit. */
export const isSwedishNumber = (value: string): boolean => {
  if (!/^\d+$/.test(value) || value.length < 10) return false;
  const sum = digitsOf(value.slice(0, 9))
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 0 ? digit * 2 : digit;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return (10 - (sum % 10)) % 10 === Number(value[9]);
};

/** Validates an Australian business number: eleven digits, the first less one, weighted sum divisible by 89. */
export const isAustralianBusinessNumber = (value: string): boolean => {
  if (!/^\d{11}$/.test(value)) return false;
  const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
  const sum = digitsOf(value).reduce(
    (total, digit, index) => total + (index === 0 ? digit - 1 : digit) * (weights[index] ?? 0),
    0,
  );
  return sum % 89 === 0;
};

/** Validates an Italian codice IPA: six letters or digits. */
export const isItalianOffice = (value: string): boolean => /^[A-Za-z0-9]{6}$/.test(value);

/**
 * Validates an Italian codice fiscale: 16 characters for a person, or an integer of 11 characters with an optional
 * sign.
 */
export const isItalianTaxCode = (value: string): boolean =>
  /^[A-Za-z]{6}[\d+-]\d[A-Za-z][\d+-]\d.{3}\d[A-Za-z]$/u.test(value) || /^[\d+-]\d{10}$/.test(value);

/** Validates an Italian VAT number: IT and eleven digits by Luhn. Numbers of other countries pass. */
export const passesItalianVatCheck = (value: string): boolean => {
  if (!/^it/i.test(value) || !/^(IT|it)/.test(value)) return true;
  const digits = value.slice(2);
  if (!/^\d{11}$/.test(digits)) return false;
  const sum = digitsOf(digits).reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
};

/**
 * Validates an IBAN of any length. Lower-case letters are allowed and have their own values, as in the published rules.
 */
export const isPublishedIban = (value: string): boolean => {
  const plain = value.replace(/\s+/g, '');
  if (!/^[A-Z]{2}\d{2}[a-zA-Z0-9]{0,30}$/.test(plain)) return false;
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Za-z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
};

/** Validates a Greek tax number (AFM): nine digits, powers of two, modulus 11, then 10. */
export const isGreekTaxNumber = (value: string): boolean => {
  if (!/^\d{8}\d/.test(value)) return false;
  const sum = digitsOf(value.slice(0, 8)).reduce((total, digit, index) => total + digit * 2 ** (8 - index), 0);
  return (sum % 11) % 10 === Number(value[8]);
};

/** Validates ten digits, of which the last two are 97 minus the first eight modulo 97. */
export const isMod97Number = (value: string): boolean =>
  /^\d{10}$/.test(value) && 97 - (Number(value.slice(0, 8)) % 97) === Number(value.slice(8));
