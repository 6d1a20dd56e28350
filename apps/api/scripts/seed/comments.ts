import type { UserKey } from './users.js';

/** Comments by the key of the story. */
export const COMMENTS: Readonly<Record<string, readonly (readonly [from: UserKey, text: string])[]>> = {
  'assi-boat': [
    ['arjun', 'आख़िरी पंक्ति सौ प्रतिशत सच है।'],
    ['ananya', 'আমি গত বছর ঠিক এই নৌকোটাতেই ছিলাম!'],
    ['meera', 'I could hear the conch.'],
  ],
  'alappuzha-boat': [
    ['sneha', 'Going in March. Is there a ferry back on the same day?'],
    ['meera', 'Yes, the last one leaves Kottayam at half past five.'],
    ['rebecca', 'Ducks with tickets 🦆'],
  ],
  'darjeeling-dawn': [
    ['tenzin', 'The mountain washing its face: my grandmother says the same.'],
    ['karthik', 'அழகான வரிகள்.'],
  ],
  'jodhpur-blue': [
    ['imran', 'आसमान का रिश्तेदार… वाह!'],
    ['meera', 'Now I want to see the lime wash being done.'],
  ],
  'ganpatipule-boats': [['karthik', 'An auction without a word. I would buy a boat by mistake.']],
  'pondicherry-rain': [['ananya', 'Dupleix’s trousers are still waiting, then.']],
  'madurai-night': [
    ['meera', 'மல்லிகை மணம் இங்கே வரை வருகிறது!'],
    ['imran', 'Parotta at midnight is a good reason to move.'],
  ],
  'likir-bread': [['rebecca', 'Bread leaning like somebody waiting for a lift. Perfect.']],
  'khuri-night': [
    ['tenzin', 'The beetle signed your blanket.'],
    ['sneha', 'We shall go because of this.'],
  ],
  'college-street': [
    ['karthik', 'This made me telephone my father.'],
    ['imran', 'बहुत सुंदर। हमारे यहाँ भी बारिश में पहले किताबें ही ढकी जाती हैं।'],
  ],
  'root-bridge': [
    ['arjun', '“For whoever is crossing then.” I have read this line to everybody at home.'],
    ['tenzin', 'A bridge that gets stronger with the rain!'],
  ],
  'raigad-rain': [['arjun', 'आजोबा को मेरा प्रणाम।']],
  'pelling-wait': [['ananya', 'The moustache!']],
  'hampi-boulders': [['sneha', 'The rocks are only resting. Yes.']],
};
