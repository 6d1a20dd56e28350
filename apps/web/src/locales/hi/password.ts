import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/password.ts';

export const messages = {
  rule: 'कम से कम {minLength} अक्षर, किसी भी लिपि में।',
  strong: 'इसका अंदाज़ा लगाना मुश्किल है।',
  common: 'यह बहुत आम है। हैकर सबसे पहले यही आज़माते हैं।',
  weak: 'इसका अंदाज़ा लगाना आसान है{cause, select, personal {: इसमें आपका नाम, आपका ईमेल या इस साइट का नाम है} repeat {: इसमें दोहराव बहुत है} sequence {: इसमें लगातार आने वाले अक्षर, अंक या कीबोर्ड के पास-पास वाले बटन हैं} date {: इसमें कोई तारीख़ या साल है} other {}}। तीन-चार ऐसे शब्द लें जिनका आपस में कोई मेल न हो।',
  fair: 'यह और मज़बूत हो सकता है{cause, select, personal {: इसमें आपका नाम, आपका ईमेल या इस साइट का नाम है} repeat {: इसमें दोहराव बहुत है} sequence {: इसमें लगातार आने वाले अक्षर, अंक या कीबोर्ड के पास-पास वाले बटन हैं} date {: इसमें कोई तारीख़ या साल है} other {}}। एक शब्द और जोड़ें।',
} satisfies Translation<typeof english>;
