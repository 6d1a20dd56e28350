export const messages = {
  lead: 'Who can help depends on your question.',
  storyTitle: 'A question about a story',
  story:
    "Ask its writer: open the story and choose “Message the writer”. You'll find the reply under <chats>Chats</chats>. If others may have the same question, ask in a comment.",
  aboutYouTitle: 'A story about you',
  aboutYou:
    "Does a story show or mention you, and you'd rather it didn't? Message the writer first; most will change it. If that doesn't help, ask whoever runs this site.",
  botheredTitle: 'Someone is bothering you',
  bothered:
    "Choose “Block” in the menu of your conversation. You will no longer be able to message each other or see when the other is online. <profile>Your profile</profile> lists the people you've blocked, and you can unblock them there.",
  accountTitle: 'Your account',
  account:
    "Change your name, photo and password on <profile>your profile</profile>. You can also choose your notifications there, and whether others see when you're online.",
  siteTitle: 'This site',
  site: 'Safarnama is software that anyone can run, and every site has its own operator. The person who gave you this address can tell you who runs this site.',
} as const;
