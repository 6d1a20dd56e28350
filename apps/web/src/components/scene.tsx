import { useFailedPicture } from './use-failed-picture.ts';

/** A drawn scene above a text; not shown if it could not be loaded, as without a network. */
export function Scene({
  url,
  className = 'mx-auto w-full max-w-80 rounded-card',
}: {
  url: string;
  className?: string;
}) {
  const [isMissing, handleError] = useFailedPicture(url);
  if (isMissing) return null;
  return <img src={url} alt="" width={480} height={270} className={className} onError={handleError} />;
}
