// Applies the theme before the first paint: the one chosen on this device, otherwise the system's. This is a separate
// file because the content security policy forbids inline scripts. src/components/theme.ts saves the choice and
// dispatches `safarnama:theme`.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('safarnama:theme');
    } catch {
      // Without storage, the system theme applies.
    }
    const theme = choice === 'light' || choice === 'dark' ? choice : system.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', theme === 'dark' ? '#19161a' : '#faf5ea');
  };
  apply();
  system.addEventListener('change', apply);
  // The choice was changed in another tab, or in this one.
  addEventListener('storage', apply);
  addEventListener('safarnama:theme', apply);
})();
