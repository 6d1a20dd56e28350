import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** A change of it (the address) takes the error away. */
  resetKey: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  hasFailed: boolean;
  failedAt: string;
}

/**
 * In place of a page that could not be drawn. The usual cause is a page opened before a deploy, whose part is
 * gone: loading it anew helps.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, failedAt: '' };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    { failedAt }: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return failedAt === resetKey ? null : { hasFailed: false, failedAt: resetKey };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div
        role="alert"
        className="site grid min-h-[60vh] place-content-center justify-items-center gap-4 text-center"
      >
        <h1 className="text-3xl">This page could not be shown</h1>
        <p className="text-ink-soft">A newer version may be there. Loading the page again usually helps.</p>
        <button type="button" className="button button-primary" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}
