export const messages = {
  invitation: 'Read on with Safarnama',
  invitationText:
    'Sign in to like and bookmark stories, to comment on them, and to ask {name} what you want to know before you go.',
  signUp: 'Sign up',
  unavailable: 'Stories are unavailable right now',
  unavailableText: 'Please try again in a moment.',
  /** The picture in link previews of stories that have none; also part of `index.html`. */
  defaultPicture: 'Boats on the river before the ghats of Varanasi at sunrise, and the word Safarnama',
} as const;
