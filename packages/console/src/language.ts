// Some machines tell a language that no formatter knows, such as "en-US@posix", and what draws plots asks for one as soon
// as it is loaded. So this comes first.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}
