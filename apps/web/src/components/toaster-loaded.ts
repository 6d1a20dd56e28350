import type { AppToaster } from './toaster.tsx';

export interface ToasterScript {
  AppToaster: typeof AppToaster;
}

export let provideToaster: (script: ToasterScript) => void;

/** Resolves with the component that renders toasts, as soon as a script that can raise toasts has loaded it. */
export const toasterLoaded = new Promise<ToasterScript>((resolve) => {
  provideToaster = resolve;
});
