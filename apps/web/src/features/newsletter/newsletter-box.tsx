import { LIMITS } from '@safarnama/contracts';
import { type FormEvent, useRef, useState } from 'react';
import * as newsletterApi from '../../api/newsletter.api.ts';
import { isEmail } from '../../lib/email.ts';
import { NEWSLETTER_STRINGS } from './strings.ts';

/** Loads the script of toasts. The box is on most pages and rarely used; without the script, it works without toasts. */
const loadToasts = () => import('../../components/toast.ts').catch(() => null);

/** Subscribes an email address. The thank-you toast appears before the server responds. */
export function NewsletterBox() {
  const input = useRef<HTMLInputElement>(null);
  const [isInvalid, setIsInvalid] = useState(false);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const field = input.current;
    if (!field) return;
    const email = field.value.trim();
    const isValid = isEmail(email);
    setIsInvalid(!isValid);
    if (isValid) {
      field.value = '';
      // A failure is ignored: the user cannot fix it, and subscribing again is harmless.
      newsletterApi.subscribe(email).catch(() => undefined);
    } else field.focus();
    const script = await loadToasts();
    if (isValid) script?.toast.success(NEWSLETTER_STRINGS.thanks);
    else script?.toast.error(NEWSLETTER_STRINGS.invalidEmail);
  };
  return (
    <form onSubmit={handleSubmit} noValidate className="md:justify-self-end">
      <label htmlFor="newsletter-email" className="font-display font-semibold text-xl">
        {NEWSLETTER_STRINGS.title}
      </label>
      <p className="mt-1 text-ink-soft">{NEWSLETTER_STRINGS.text}</p>
      <div className="mt-4 flex max-w-md flex-wrap gap-2">
        <input
          ref={input}
          id="newsletter-email"
          type="email"
          autoComplete="email"
          maxLength={LIMITS.email}
          placeholder={NEWSLETTER_STRINGS.email}
          aria-invalid={isInvalid}
          // So that the toast appears at once.
          onFocus={() => void loadToasts()}
          onChange={() => setIsInvalid(false)}
          className="input !w-auto min-w-0 flex-1 basis-48"
        />
        <button type="submit" className="button button-primary">
          {NEWSLETTER_STRINGS.subscribe}
        </button>
      </div>
    </form>
  );
}
