// Some machines report a locale that Intl rejects, such as "en-US@posix", and the plot library reads it on load.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}
