/** Alternative spellings of words in prose, as parts of a regular expression. */
export const spellings: Readonly<Record<string, string>> = {
  email: 'e-?mail(?:[ _-]?address(?:es)?)?',
  username: 'user[ _-]?name',
  login: 'log-?in',
  sku: 'sku|stock keeping unit',
  isbn: 'isbn',
};
