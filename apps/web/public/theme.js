// Applies the choices of this device before the first paint: the theme, otherwise the system's, and the size and width of
// the text of stories. This is a separate file because the content security policy forbids inline scripts.
// src/components/theme.ts and src/lib/text-preferences.ts save the choices and dispatch an event named as the key.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const { dataset } = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Without storage, the defaults apply.
      return null;
    }
  };
  const apply = () => {
    const choice = read('safarnama:theme');
    const theme = choice === 'light' || choice === 'dark' ? choice : system.matches ? 'dark' : 'light';
    dataset.theme = theme;
    dataset.textSize = read('safarnama:text-size') ?? 'standard';
    dataset.textWidth = read('safarnama:text-width') ?? 'standard';
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', theme === 'dark' ? '#19161a' : '#faf5ea');
  };
  apply();
  system.addEventListener('change', apply);
  // A choice was changed in another tab, or in this one.
  for (const event of ['storage', 'safarnama:theme', 'safarnama:text-size', 'safarnama:text-width'])
    addEventListener(event, apply);
})();
