import { AppToaster } from './toaster.tsx';
import { provideToaster } from './toaster-loaded.ts';

// Pages load the component that renders toasts together with the first script that can raise one.
provideToaster({ AppToaster });

export { type ToastOptions, toast } from 'react-hot-toast';
