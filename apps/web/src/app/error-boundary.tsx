import { Component, type ReactNode } from 'react';
import { FRAME_STRINGS } from '../components/frame-strings.ts';

interface ErrorBoundaryProps {
  /** A new value (after a navigation) clears the error. */
  resetKey: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  hasFailed: boolean;
  lastResetKey: string;
}

/**
 * Replaces a page that failed to render. The usual cause is a deployment that has removed scripts of the version in
 * this tab; reloading helps.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, lastResetKey: '' };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    { lastResetKey }: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return lastResetKey === resetKey ? null : { hasFailed: false, lastResetKey: resetKey };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div
        role="alert"
        className="site grid min-h-[60vh] place-content-center justify-items-center gap-4 text-center"
      >
        <h1 className="text-3xl">{FRAME_STRINGS.pageFailed}</h1>
        <p className="text-ink-soft">{FRAME_STRINGS.pageFailedText}</p>
        <button type="button" className="button button-primary" onClick={() => window.location.reload()}>
          {FRAME_STRINGS.reload}
        </button>
      </div>
    );
  }
}
