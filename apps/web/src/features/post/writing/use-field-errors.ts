import { useEffect, useState } from 'react';
import { toast } from '../../../components/toast.ts';
import { ApiError, translateError } from '../../../lib/api-client.ts';
import type { PostFields } from '../../../stores/story-draft/draft-record.ts';
import { WRITING_STRINGS } from './strings.ts';
import { type FieldErrors, validatePost } from './validate-post.ts';

export const VALIDATION_TOAST_ID = 'story-validation';

/** Fields of the API and the form fields that they come from. */
const FORM_FIELDS: Readonly<Record<string, keyof FieldErrors>> = {
  blogTitle: 'title',
  blogContent: 'story',
  blogHtml: 'story',
  blogImage: 'image',
  blogImageAlt: 'imageAlt',
  blogLocation: 'location',
  placeId: 'location',
  visitedOn: 'visitedOn',
};

const NO_ERRORS: FieldErrors = {};

/** Why the server has rejected the values; null when it has not. */
interface Rejection {
  failure: unknown;
  values: PostFields;
}

/** The errors of the last attempt to publish. Each disappears when its field is corrected. */
export function useFieldErrors(values: PostFields) {
  const [invalid, setInvalid] = useState(NO_ERRORS);
  const [rejected, setRejected] = useState<Rejection>({ failure: null, values });

  // New errors are shown only after the next attempt.
  const errors = findErrors(values, invalid, rejected);
  const hasErrors = !isEmpty(errors);
  useEffect(() => {
    if (!hasErrors) toast.dismiss(VALIDATION_TOAST_ID);
  }, [hasErrors]);

  return {
    errors,

    /** Checks the values and clears the errors of earlier attempts. @returns the errors. */
    validate(): FieldErrors {
      const found = validatePost(values);
      setInvalid(found);
      setRejected({ failure: null, values });
      return found;
    },

    /** Sets the errors of the fields that the server has rejected. @returns these errors. */
    setServerErrors(failure: unknown): FieldErrors {
      setRejected({ failure, values });
      return readServerErrors(failure, values);
    },
  };
}

/** The errors of the last attempt that are not corrected yet, in the current language. */
function findErrors(values: PostFields, invalid: FieldErrors, rejected: Rejection): FieldErrors {
  const serverErrors = readServerErrors(rejected.failure, rejected.values);
  if (isEmpty(invalid) && isEmpty(serverErrors)) return NO_ERRORS;
  const current = Object.entries(validatePost(values)).filter(([field]) => field in invalid);
  const unchanged = Object.entries(serverErrors).filter(
    ([field]) => fieldValue(values, field) === fieldValue(rejected.values, field),
  );
  return Object.fromEntries([...unchanged, ...current]) as FieldErrors;
}

const isEmpty = (errors: FieldErrors): boolean => Object.keys(errors).length === 0;

function fieldValue(values: PostFields, field: string): unknown {
  return field === 'story' ? values.html : values[field as Exclude<keyof FieldErrors, 'story' | 'publishAt'>];
}

function readServerErrors(failure: unknown, { image }: PostFields): FieldErrors {
  if (!(failure instanceof ApiError)) return NO_ERRORS;
  // Refers to the body as a whole: only a picture or a very long text can make it too large.
  if (failure.status === 413) {
    const field = image.startsWith('data:') ? 'image' : 'story';
    return { [field]: failure.serverMessage || WRITING_STRINGS.tooLarge };
  }
  const errors: FieldErrors = {};
  for (const { field, code, message } of failure.fields) {
    const name = FORM_FIELDS[field];
    if (name !== undefined) errors[name] ??= translateError(code, message);
  }
  return errors;
}
