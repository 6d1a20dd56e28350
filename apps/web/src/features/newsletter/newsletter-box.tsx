import { LIMITS } from '@safarnama/contracts';
import { type FormEvent, useRef, useState } from 'react';
import * as newsletterApi from '../../api/newsletter.api.ts';
import { isEmail } from './email.ts';
import { NEWSLETTER_STRINGS } from './strings.ts';

/** Thanks at once for a valid address, and has the server keep it. */
export function NewsletterBox() {
  const input = useRef<HTMLInputElement>(null);
  const [isInvalid, setIsInvalid] = useState(false);

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const field = input.current;
    if (!field) return;
    const email = field.value.trim();
    setIsInvalid(!isEmail(email));
    // The box is on most pages, and few people use it. Where the script does not come nothing is told, but done.
    const script = await import('react-hot-toast').catch(() => null);
    if (!isEmail(email)) {
      script?.default.error(NEWSLETTER_STRINGS.invalidEmail);
      field.focus();
      return;
    }
    script?.default.success(NEWSLETTER_STRINGS.thanks);
    field.value = '';
    // The thanks stand whatever happens: a second try is harmless, and the person has nothing to mend.
    newsletterApi.subscribe(email).catch(() => undefined);
  };
  return (
    <form onSubmit={handleSubmit} noValidate className="md:justify-self-end">
      <label htmlFor="newsletter-email" className="font-display font-semibold text-xl">
        Letters from the road
      </label>
      <p className="mt-1 text-ink-soft">New stories, now and then.</p>
      <div className="mt-4 flex max-w-md flex-wrap gap-2">
        <input
          ref={input}
          id="newsletter-email"
          type="email"
          autoComplete="email"
          maxLength={LIMITS.email}
          placeholder="Your email"
          aria-invalid={isInvalid}
          onChange={() => setIsInvalid(false)}
          className="input !w-auto min-w-0 flex-1 basis-48"
        />
        <button type="submit" className="button button-primary">
          Subscribe
        </button>
      </div>
    </form>
  );
}
