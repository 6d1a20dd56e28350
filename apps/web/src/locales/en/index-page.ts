/** The English texts of `index.html`, which the build replaces in its copies for other languages. */
export const messages = {
  description:
    "Explore India through real stories. Read travellers' stories, write your own, and ask the writers your questions.",
  cardTitle: 'Safarnama: explore India through real stories',
  cardDescription: "Read travellers' stories, write your own, and ask the writers your questions.",
  cardPicture: 'Boats on the river before the ghats of Varanasi at sunrise, and the word Safarnama',
  noScript: 'Safarnama needs JavaScript to show its stories.',
} as const;
