import { dataUrlBytes, LIMITS } from '@safarnama/contracts';
import { ImagePlus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { PictureButton } from '../../../components/picture-button.tsx';
import { toast } from '../../../components/toast.ts';
import { useFocusLost } from '../../../components/use-focus-lost.ts';
import { pictureUrl } from '../../../lib/pictures.ts';
import { formatBytes } from '../../../lib/read-image.ts';
import { CountedField } from './counted-field.tsx';
import { WRITING_STRINGS } from './strings.ts';

const { picture: STRINGS } = WRITING_STRINGS;

interface PictureFieldProps {
  /** A data URL, the URL of a stored picture, or empty. */
  image: string;
  /** Original size of a stored picture, which is displayed at another size; null for a picked picture. */
  storedSize: Size | null;
  alt: string;
  altError: string | undefined;
  /** Receives a picked file. */
  onFile: (file: File) => void;
  /** Receives the last valid picture, or an empty string, when a picked picture is rejected. */
  onImage: (image: string) => void;
  onRemove: () => void;
  onAlt: (alt: string) => void;
}

interface Size {
  width: number;
  height: number;
}

/** Whether a picture was picked in this form and is not stored yet. */
const isPickedImage = (image: string) => image.startsWith('data:');

/** The picture of a story: picks, previews, describes and removes it. */
export function PictureField(props: PictureFieldProps) {
  const { image, onFile } = props;
  /** The last picture that is stored or could be shown; restored when a new one is rejected. */
  const lastValidImage = useRef('');
  useEffect(() => {
    // The server has checked a stored picture; it may be replaced before it is loaded.
    if (!isPickedImage(image)) lastValidImage.current = image;
  }, [image]);
  const area = useRef<HTMLDivElement>(null);
  // The button to add a picture and the picture replace each other; so does the focus, once the other one is there.
  const focusButton = () => requestAnimationFrame(() => area.current?.querySelector('button')?.focus());
  return (
    <div ref={area}>
      {image === '' ? (
        <AddPicture onFile={onFile} onFocusLost={focusButton} />
      ) : (
        <ShownPicture {...props} lastValidImage={lastValidImage} onFocusLost={focusButton} />
      )}
    </div>
  );
}

function AddPicture({
  onFile,
  onFocusLost,
}: Pick<PictureFieldProps, 'onFile'> & { onFocusLost: () => void }) {
  const area = useFocusLost<HTMLDivElement>(onFocusLost);
  return (
    <div ref={area}>
      <PictureButton
        label={STRINGS.add}
        onFile={onFile}
        className="flex min-h-36 w-full flex-col items-center justify-center gap-1 rounded-control border border-line-strong border-dashed bg-paper-raised p-6 text-ink-soft hover:border-indigo hover:text-indigo"
      >
        <ImagePlus aria-hidden className="size-7" />
        <span className="font-semibold">{STRINGS.add}</span>
        <span className="text-sm">{STRINGS.addHint({ megabytes: LIMITS.imageBytes / 1_000_000 })}</span>
      </PictureButton>
    </div>
  );
}

interface ShownPictureProps extends PictureFieldProps {
  lastValidImage: RefObject<string>;
  onFocusLost: () => void;
}

function ShownPicture(props: ShownPictureProps) {
  const { image, storedSize, alt, altError, onFile, onImage, onRemove, onAlt, lastValidImage, onFocusLost } =
    props;
  const [loaded, setLoaded] = useState<{ image: string; size: Size } | null>(null);
  const area = useFocusLost<HTMLDivElement>(onFocusLost);
  const isPicked = isPickedImage(image);
  const size = isPicked ? (loaded?.image === image ? loaded.size : null) : storedSize;
  const rejectPicture = (message: string) => {
    toast.error(message);
    onImage(lastValidImage.current === image ? '' : lastValidImage.current);
  };
  return (
    <div ref={area} className="grid gap-4">
      <figure>
        <img
          src={pictureUrl(image, 960)}
          alt={alt === '' ? STRINGS.preview : alt}
          // Reserves the space of a picture that is still loading.
          width={size?.width}
          height={size?.height}
          className="max-h-96 min-h-24 w-full rounded-control bg-paper-sunk object-contain"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            if (isPicked && width * height > LIMITS.imagePixels) {
              rejectPicture(WRITING_STRINGS.tooManyPixels({ millions: LIMITS.imagePixels / 1_000_000 }));
              return;
            }
            lastValidImage.current = image;
            setLoaded({ image, size: { width, height } });
          }}
          onError={() => {
            if (isPicked) rejectPicture(WRITING_STRINGS.badPicture);
          }}
        />
        <figcaption className="mt-2 text-ink-soft text-sm tabular-nums">
          {[
            size && STRINGS.size({ width: size.width, height: size.height }),
            isPicked && formatBytes(dataUrlBytes(image)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </figcaption>
      </figure>
      <div className="flex flex-wrap gap-3">
        <PictureButton
          label={STRINGS.replace}
          onFile={onFile}
          className="button button-quiet max-sm:px-3.5"
        />
        <button type="button" className="button button-danger max-sm:px-3.5" onClick={onRemove}>
          {STRINGS.remove}
        </button>
      </div>
      <CountedField
        label={STRINGS.describe}
        hint={STRINGS.describeHint}
        max={LIMITS.imageAlt}
        error={altError}
        dir="auto"
        value={alt}
        onChange={(event) => onAlt(event.target.value)}
      />
    </div>
  );
}
