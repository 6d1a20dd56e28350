import type { Translation } from '../../i18n/message-types.ts';
import type { messages as english } from '../en/sessions.ts';

export const messages = {
  title: 'आप किन डिवाइसों पर साइन इन हैं',
  lead: 'कोई डिवाइस अनजाना लगता है? उसे साइन आउट करें और अपना पासवर्ड बदलें।',
  settings: 'सुरक्षा',
  link: 'आप किन डिवाइसों पर साइन इन हैं',
  linkHint: 'देखें कि आपका खाता किन डिवाइसों पर साइन इन है, और उन्हें साइन आउट करें।',
  back: 'आपकी प्रोफ़ाइल',
  thisDevice: 'यह डिवाइस',
  others: 'दूसरे डिवाइस',
  isNew: 'नया',
  unknownBrowser: 'अज्ञात ब्राउज़र',
  browserOn: '{device} पर {browser}',
  lastUsed: 'पिछली बार इस्तेमाल: {ago}',
  justNow: 'अभी-अभी',
  now: 'अभी इस्तेमाल में',
  signedIn: 'साइन इन: <time></time>',
  signOut: 'साइन आउट करें',
  signOutOf: '{device} को साइन आउट करें, साइन इन: {time}',
  signedOut: '{device} साइन आउट हो गया',
  signOutFailed: 'साइन आउट नहीं हो सका। कृपया फिर कोशिश करें।',
  signOutOthers: 'बाक़ी सभी डिवाइस साइन आउट करें',
  confirmTitle: 'बाक़ी सभी डिवाइस साइन आउट करें?',
  confirmText:
    'आपको {count, plural, one {एक और डिवाइस} other {# और डिवाइसों}} पर फिर से साइन इन करना होगा। वहाँ जो लिखा सहेजा नहीं गया, वह सुरक्षित रहेगा।',
  cancelSignOut: 'रद्द करें',
  othersSignedOut: 'बाक़ी सभी डिवाइस साइन आउट हो गए',
  noOtherSessions: 'कोई और डिवाइस साइन इन नहीं है',
  loading: 'आपके डिवाइस लोड हो रहे हैं…',
  loadFailed: 'आपके डिवाइस लोड नहीं हो सके',
  newSignIn: '{device} से {ago} आपके खाते में साइन इन हुआ।',
} satisfies Translation<typeof english>;
