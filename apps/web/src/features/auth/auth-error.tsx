import { useAuthStore } from '../../stores/auth.store.ts';

/** The reason of the last failed try, in red under its form. The region stands before, so that it is read out. */
export function AuthError({ isShown }: { isShown: boolean }) {
  const error = useAuthStore((state) => state.error);
  return (
    <div role="alert">
      {isShown && error !== null && (
        <p className="rounded-control bg-danger-wash px-4 py-3 text-danger">{error}</p>
      )}
    </div>
  );
}
