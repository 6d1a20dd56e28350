import { useFailedPicture } from './use-failed-picture.ts';

/** A drawn scene above the text of a notice; not shown if it could not be loaded, as without a network. */
export function Scene({ url }: { url: string }) {
  const [isMissing, handleError] = useFailedPicture(url);
  if (isMissing) return null;
  return (
    <img
      src={url}
      alt=""
      width={480}
      height={270}
      className="mx-auto w-full max-w-80 rounded-card"
      onError={handleError}
    />
  );
}
