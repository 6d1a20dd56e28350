// Applies the theme before the first paint: the one chosen on this device, else that of the system. A separate file,
// since the content security policy forbids inline scripts. src/components/theme.ts saves the choice and dispatches changes.
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
  // Choices made in another tab, and in this one.
  addEventListener('storage', apply);
  addEventListener('safarnama:theme', apply);
})();
