import { BrowserRouter } from 'react-router-dom';
import '../lib/back-guard.ts';
import { useLanguage } from '../i18n/language.ts';
import { AppRoutes } from './router.tsx';
import { useAccountLanguage } from './use-account-language.ts';
import { useSession } from './use-session.ts';

export function App() {
  useSession();
  useLanguage();
  useAccountLanguage();
  return (
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  );
}
