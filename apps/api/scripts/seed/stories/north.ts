import type { SeedStory } from './story.js';

/** Uttar Pradesh, Uttarakhand, Himachal Pradesh, Ladakh. */
export const NORTHERN_STORIES: readonly SeedStory[] = [
  {
    key: 'assi-boat',
    author: 'imran',
    blogTitle: 'अस्सी घाट से सुबह की पहली नाव',
    blogLocation: 'वाराणसी, उत्तर प्रदेश',
    text: `सुबह के साढ़े चार बजे अस्सी घाट पर सिर्फ़ तीन लोग जागे थे: चायवाला, एक कुत्ता और मल्लाह बबलू निषाद। मैं चौथा था।

नाव किनारे से हटी तो पानी पर धुआँ-सा कोहरा था। बबलू चप्पू ऐसे चलाते हैं कि आवाज़ नहीं होती। उन्होंने बताया कि उनके परदादा भी यही करते थे और हर घाट का नाम उन्हें गिनती से पहले सिखाया गया था। तुलसी, जानकी, शिवाला, केदार: वे नाम लेते गए और घाट अँधेरे में से निकलते गए।

फिर सूरज निकला। पहले छतरियों के किनारे लाल हुए, फिर सीढ़ियाँ, फिर नहाते हुए लोगों के चेहरे। किसी ने शंख बजाया। एक बूढ़ी अम्मा ने गेंदे का दीया पानी पर रखा और उसे दो उँगलियों से आगे धकेल दिया, जैसे बच्चे को स्कूल भेज रही हों।

दशाश्वमेध तक पहुँचते-पहुँचते शहर पूरा जाग चुका था। बबलू ने नाव मोड़ी और कहा, "बनारस को देखना हो तो नदी से देखिए। किनारे से तो बस भीड़ दिखती है।"`,
    blogImageAlt: 'The stepped bank of a river at sunrise with towers, parasols and boats',
    picture: { scene: 'ghats', lighting: 'dawn' },
    daysAgo: 1,
  },
  {
    key: 'lucknow-night',
    author: 'imran',
    blogTitle: 'लखनऊ में कबाब, बारिश और एक पुराना शेर',
    blogLocation: 'लखनऊ, उत्तर प्रदेश',
    text: `चौक में बारिश शुरू हुई तो मैं भागकर एक कबाब की दुकान के छज्जे के नीचे आ गया। वहाँ पहले से पाँच लोग थे। लखनऊ में छज्जे के नीचे भी लोग एक-दूसरे से कहते हैं, "पहले आप।"

तवे पर टुंडे के कबाब सिक रहे थे। उस्ताद ने बताया कि मसाले में क्या-क्या पड़ता है, यह घर की औरतें भी नहीं जानतीं; पुड़िया बनकर आती है। कबाब मुँह में रखा तो दाँतों को कुछ करना नहीं पड़ा।

मेरे बग़ल में सफ़ेद शेरवानी में एक बुज़ुर्ग खड़े थे। बारिश को देखकर उन्होंने धीरे से एक शेर पढ़ा। मैंने पूछा, किसका है? बोले, "बेटा, बारिश का है। हर साल नया सुनाती है, मैं बस याद रख लेता हूँ।"

आधी रात को जब पानी थमा, गली की ईंटें चमक रही थीं। रूमी दरवाज़े के नीचे से एक ताँगा गुज़रा, टप-टप-टप। घर लौटकर जूते सुखाए, पर उस शेर को भीगा ही रहने दिया।`,
    blogImageAlt: 'A wet street with umbrellas and old houses under a dark sky',
    picture: { scene: 'monsoon', lighting: 'rain', isMirrored: true },
    daysAgo: 70,
  },
  {
    key: 'rishikesh-evening',
    author: 'imran',
    blogTitle: 'ऋषिकेश: शाम, पुल और ठंडा पानी',
    blogLocation: 'ऋषिकेश, उत्तराखंड',
    text: `ऋषिकेश में गंगा का रंग वैसा नहीं जैसा हमारे मैदान में। यहाँ वह हरी है, तेज़ है, और इतनी ठंडी कि टख़ने तक पैर डालते ही बात अधूरी रह जाती है।

राम झूला पर मैं बीच में रुक गया। पुल हर क़दम पर थोड़ा हिलता है। एक गाय सामने से आई, और हम सबने रेलिंग से सटकर उसे रास्ता दिया। उसने धन्यवाद नहीं कहा।

परमार्थ निकेतन की आरती के लिए लोग सीढ़ियों पर बैठ गए थे। मेरे आगे एक छोटी लड़की अपनी दादी की गोद में सो गई; घंटियाँ बजीं तब भी नहीं जागी। सैकड़ों दीये एक साथ उठे और नदी में उनकी परछाई टूट-टूटकर बहने लगी।

आरती के बाद मैं देर तक वहीं बैठा रहा। पहाड़ काले हो गए, पुल पर बत्तियाँ जल गईं। एक साधु ने पूछा, "कहाँ से आए हो?" मैंने कहा, लखनऊ से। बोले, "यह पानी भी उधर ही जा रहा है। कुछ कहलवाना हो तो कह दो।"`,
    blogImageAlt: 'Steps and towers by the water at sunset, with lamps afloat',
    picture: { scene: 'ghats', lighting: 'dusk', isMirrored: true },
    daysAgo: 46,
  },
  {
    key: 'likir-bread',
    author: 'tenzin',
    blogTitle: 'Bread at Likir',
    blogLocation: 'Likir, Ladakh',
    text: `My grandmother's kitchen in Likir has one window, one stove and forty-one copper pots that may be looked at but not used. I had not been home for three winters.

She makes khambir from yesterday's dough. Flat, thick, first on the iron plate and then standing in the embers, leaning against a stone like somebody waiting for a lift. You eat it with apricot jam and a piece of butter that should be larger than you think is decent.

In the morning I walked up to the monastery with a loaf under my coat for my uncle, who has been a monk for longer than I have been alive. The path goes between willows and a channel of meltwater; every field has its own little gate, a flat stone, and whose turn it is to lift it is the only thing that people in this valley quarrel about.

My uncle broke the bread in the courtyard, gave half to a boy monk, a quarter to a dog, and ate the rest very slowly. Above us the gold Buddha looked across the whole valley to the snow. “She used more salt,” he said. That meant he was pleased.`,
    blogImageAlt: 'Snow peaks above green ridges, with prayer flags and a house',
    picture: { scene: 'hills', lighting: 'noon', isMirrored: true },
    daysAgo: 15,
  },
  {
    key: 'kaza-bus',
    author: 'tenzin',
    blogTitle: 'Eleven hours on the bus to Kaza',
    blogLocation: 'Kaza, Himachal Pradesh',
    text: {
      html: `<p>The bus from Manali to Kaza leaves when the driver has finished his tea. On that day this was at twenty to six.</p><h3>Hour three: Rohtang</h3><p>Snow walls, taller than the bus, with names of couples scratched into them. Everybody took photographs except the driver, who ate an egg.</p><h3>Hour six: Batal</h3><p>One stone house, two old people, and the best rajma of my life. <em>Chacha and Chachi</em> have cooked here every summer for forty years and have pulled a good many drivers out of the snow. They would not take money from the boy who had lost his wallet.</p><h3>Hour eight: Kunzum La</h3><p>4,551 metres. The bus went round the shrine clockwise, as it should. You press a coin against the stone; if it sticks, your heart is clean. Mine stuck. The driver's fell off and he said that it always does.</p><h3>Hour eleven</h3><p>Spiti opens like a hand. The river lay in six strands over a bed of grey stones, and the evening stayed on the high slopes for a long time after we had come down into the shadow. In Kaza I stood on the road, and it still moved.</p>`,
    },
    blogImageAlt: 'Peaks at sunset with ridges in shadow',
    picture: { scene: 'hills', lighting: 'dusk', isZoomedIn: true },
    daysAgo: 83,
  },
];
