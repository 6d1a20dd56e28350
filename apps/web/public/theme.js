// Light or dark, before anything is drawn: as chosen on this device, else as the system has it. A script of its own,
// since the security policy lets no inline one run. src/lib/theme.ts keeps the choice and says when it changes.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice = null;
    try {
      choice = localStorage.getItem('safarnama:theme');
    } catch {
      // Storage may be switched off: then it is the system's.
    }
    const theme = choice === 'light' || choice === 'dark' ? choice : system.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', theme === 'dark' ? '#19161a' : '#faf5ea');
  };
  apply();
  system.addEventListener('change', apply);
  // The choice of another tab, and of this one.
  addEventListener('storage', apply);
  addEventListener('safarnama:theme', apply);
})();
