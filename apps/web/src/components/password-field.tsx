import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { FRAME_STRINGS } from './frame-strings.ts';
import { TextField } from './text-field.tsx';

/** A password field with a button that shows or hides its text. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'action'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      action={
        <button
          type="button"
          className="button-icon"
          aria-label={isShown ? FRAME_STRINGS.hidePassword : FRAME_STRINGS.showPassword}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon aria-hidden className="size-5" />
        </button>
      }
    />
  );
}
