export const messages = {
  title: 'About Safarnama',
  meaning:
    'Safarnama means travelogue: what someone saw on the way, told so that others can see it too. This one is about India, and everyone who travels there is welcome to write.',
  invitation:
    'Read what others saw, in the script they wrote it in. Tell your own story, with a picture and a place. And if a story leaves you with a question, ask the writer: every story has a button for it.',
  promises: {
    title: 'Our promises',
    control: 'No other member can change or delete your stories.',
    privacy: 'Messages are private between the two of you. Your email address is never shown to anyone else.',
    pictures: 'We remove hidden data from your pictures, such as where they were taken.',
    noAds: "No ads, and we don't sell data about what you read.",
  },
  rules: {
    title: 'House rules',
    firstHand: 'Write about what you saw yourself. If you only heard it, say so.',
    consent: 'Ask people before you show or name them, and leave out anything that could harm them.',
    ownWork: "Use your own words and pictures, not someone else's.",
    kindness: 'Be kind in comments and messages. There is a person on the other side.',
  },
  placesTitle: 'Place names',
  places:
    'Our list of places is built on data from <source>GeoNames</source>, licensed under <licence>CC BY 4.0</licence>, with corrections and additions of our own.',
  questions: 'Any questions? <contact>Find out who can help</contact>.',
} as const;
