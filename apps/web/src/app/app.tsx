import { BrowserRouter } from 'react-router-dom';
import '../lib/back-guard.ts';
import { AppRoutes } from './router.tsx';
import { useSession } from './use-session.ts';

export function App() {
  useSession();
  return (
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  );
}
