import type { UserKey } from './users.js';

/** Sender and text of a message. */
type Line = readonly [from: UserKey, text: string];

export interface SeedConversation {
  /** Permanent identifier: letters, digits and hyphens. */
  key: string;
  participants: readonly [UserKey, UserKey];
  /** Age of the last message. The messages before it are a few minutes apart. */
  endedHoursAgo: number;
  lines: readonly Line[];
}

/** The conversations of the two demo accounts end with a message to them that has no reply yet. */
export const CONVERSATIONS: readonly SeedConversation[] = [
  {
    key: 'meera-arjun',
    participants: ['meera', 'arjun'],
    endedHoursAgo: 2,
    lines: [
      ['arjun', 'नमस्ते मीरा जी! आपकी नाव वाली कहानी पढ़ी। 29 रुपये में इतना कुछ?'],
      ['meera', 'Namaste! Yes, and the conductor’s umbrella was included.'],
      [
        'arjun',
        'We are coming to Kerala in January, six of us, with my grandmother. Is the ferry easy for her?',
      ],
      [
        'meera',
        'The step into the boat is about knee high. They help everybody. Sit in front, the engine is at the back.',
      ],
      ['arjun', 'She climbs onto camels, so a knee is nothing 😄'],
      ['meera', 'Then she should sit on the roof.'],
      ['arjun', 'मत कहिए, वह सच में बैठ जाएँगी।'],
      ['meera', 'What should we see in Jodhpur in return? Two days in February.'],
      [
        'arjun',
        'सुबह ब्रह्मपुरी, दोपहर को कुछ नहीं, शाम को क़िला। And eat the mirchi vada before you know how hot it is.',
      ],
      ['meera', 'And at noon really nothing?'],
      ['arjun', 'At noon we sleep, like all sensible animals.'],
      ['meera', 'Good. I shall write that into the plan.'],
      ['arjun', 'One question more: which side of the boat for photographs, in the morning?'],
    ],
  },
  {
    key: 'meera-karthik',
    participants: ['karthik', 'meera'],
    endedHoursAgo: 5,
    lines: [
      ['karthik', 'வணக்கம் மீரா! உங்கள் மூணார் கதை அருமை.'],
      ['meera', 'நன்றி கார்த்திக்! Selvi will be pleased, she is from Theni.'],
      ['karthik', 'Did she really fill two baskets?'],
      ['meera', 'Two before the tea break. I have seen it and I cannot explain it.'],
      ['karthik', 'என் பாட்டியும் தேயிலைத் தோட்டத்தில் வேலை செய்தவர். She says the same: knees.'],
      [
        'karthik',
        'Could you ask Selvi whether the shed at Kannan Devan still uses the brass scale? Paatti wants to know.',
      ],
    ],
  },
  {
    key: 'meera-ananya',
    participants: ['ananya', 'meera'],
    endedHoursAgo: 27,
    lines: [
      [
        'meera',
        'Your Darjeeling morning made me book a ticket. When is the mountain likely to show its face?',
      ],
      ['ananya', 'নভেম্বরের শেষে সবচেয়ে ভালো। Late November, before the cold gets serious.'],
      ['meera', 'And where did you stay?'],
      ['ananya', 'A small place below the Mall, Thapa-da cooks there. I will find the number for you.'],
      ['meera', 'Thank you! No hurry.'],
      ['ananya', 'Found it. He says: tell her to bring a shawl and no alarm clock.'],
      ['ananya', 'আর হ্যাঁ, চা-টা চোখ বন্ধ করে খাবেন!'],
    ],
  },
  {
    key: 'meera-tenzin',
    participants: ['meera', 'tenzin'],
    endedHoursAgo: 73,
    lines: [
      ['meera', 'Julley! Is it true that the passes close in November?'],
      ['tenzin', 'Julley 🙂 Kunzum usually in October already. By air you can come all winter.'],
      ['meera', 'And your grandmother’s bread?'],
      ['tenzin', 'All winter, too.'],
    ],
  },
  {
    key: 'arjun-imran',
    participants: ['imran', 'arjun'],
    endedHoursAgo: 1,
    lines: [
      ['arjun', 'इमरान भाई, अस्सी घाट वाली कहानी पढ़कर बनारस फिर जाने का मन हो गया।'],
      ['imran', 'ज़रूर आइए। बबलू का नंबर भेज दूँगा, सुबह साढ़े चार बजे तैयार रहना पड़ेगा।'],
      ['arjun', 'साढ़े चार? राजस्थान में तो उस समय ऊँट भी सोते हैं।'],
      ['imran', 'लेकिन सूरज नहीं सोता 🙂'],
      ['arjun', 'ठीक है, हार मानी। सर्दियों में कोहरा बहुत होता है क्या?'],
      ['imran', 'दिसंबर-जनवरी में बहुत। फ़रवरी में आइए, हल्की धुंध, और सूरज समय पर।'],
      ['arjun', 'फ़रवरी पक्का।'],
      ['imran', 'बबलू पूछ रहे हैं कि कितने लोग होंगे? छोटी नाव या बड़ी?'],
      ['imran', 'और हाँ, लौटते हुए लखनऊ रुकना पड़ेगा। कबाब इंतज़ार नहीं करते।'],
    ],
  },
  {
    key: 'arjun-sneha',
    participants: ['sneha', 'arjun'],
    endedHoursAgo: 9,
    lines: [
      ['sneha', 'नमस्कार! Your night at Khuri: does Tane Singh have a telephone?'],
      [
        'arjun',
        'He has three, and no signal for any of them. Best to write through his nephew in Jaisalmer.',
      ],
      [
        'sneha',
        'माझे आजोबा सुद्धा येणार आहेत। My grandfather is coming too, he is 74 and climbed Raigad in the rain.',
      ],
      ['arjun', 'Then the dune will be his breakfast.'],
      ['sneha', 'He asks if Badal the camel is available, because of the strong opinions.'],
    ],
  },
  {
    key: 'arjun-rebecca',
    participants: ['arjun', 'rebecca'],
    endedHoursAgo: 50,
    lines: [
      ['arjun', 'Three thousand steps down. And then?'],
      ['rebecca', 'Three thousand up. Nobody tells you in advance.'],
      ['arjun', 'How early does one have to start?'],
      [
        'rebecca',
        'Seven, before the buses from Shillong. Stay for a night in Nongriat if you can, the bridge is yours after four.',
      ],
      ['arjun', 'Khublei! (I looked it up.)'],
      ['rebecca', 'Khublei shibun! Said very well. Take shoes that may get wet.'],
    ],
  },
  {
    key: 'ananya-karthik',
    participants: ['ananya', 'karthik'],
    endedHoursAgo: 31,
    lines: [
      ['karthik', 'That inscription in the old book. “On the day of the first sea.” I keep thinking of it.'],
      ['ananya', 'আমিও। My father has put it beside his bed.'],
      ['karthik', 'Did you find out who the boy was?'],
      ['ananya', 'No. Perhaps he is a reader here.'],
    ],
  },
  {
    key: 'sneha-tenzin',
    participants: ['tenzin', 'sneha'],
    endedHoursAgo: 96,
    lines: [
      ['tenzin', 'What happened to the rooster?'],
      ['sneha', 'Nobody knows. He got off at the second stop with great dignity.'],
      ['tenzin', 'And the interview?'],
      ['sneha', 'I passed the bangle shop last week: she got it. The whole shop knew.'],
      ['tenzin', 'This is the best news of my winter.'],
    ],
  },
];
