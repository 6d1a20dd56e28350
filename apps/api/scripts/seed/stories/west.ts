import type { SeedStory } from './story.js';

/** Rajasthan, Gujarat, Maharashtra, Goa, Madhya Pradesh. */
export const WESTERN_STORIES: readonly SeedStory[] = [
  {
    key: 'jodhpur-blue',
    author: 'arjun',
    blogTitle: 'जोधपुर की नीली गलियाँ',
    blogLocation: 'जोधपुर, राजस्थान',
    text: `मैं जोधपुर में पैदा हुआ, पर नीली गलियों में रास्ता भूलना मुझे आज भी अच्छा लगता है। मेहरानगढ़ के ठीक नीचे ब्रह्मपुरी में घर इतने पास-पास हैं कि आमने-सामने की खिड़कियों से लोग चाय का कप पकड़ा देते हैं।

सुबह छह बजे दूधवाले की साइकिल की घंटी से मोहल्ला जागता है। दीवारों पर चूना और नील अभी भी हाथ से पोता जाता है। रामलाल जी, जो चालीस साल से यही काम कर रहे हैं, कहते हैं कि नीला रंग घर को ठंडा रखता है और दीमक को दूर। "और सबसे बड़ी बात," वे मुस्कुराए, "आसमान को लगता है कि हम उसके रिश्तेदार हैं।"

गली के मोड़ पर मिर्ची वड़े की दुकान है, जहाँ अख़बार के टुकड़े पर गरम वड़ा मिलता है और आँखों में पानी मुफ़्त। एक बिल्ली दीवार पर बैठी सब कुछ देखती रहती है, मानो हिसाब रख रही हो।

शाम को क़िले की फ़सील पर बैठकर नीचे देखिए। धूप ढलते ही नीला रंग पहले बैंगनी होता है, फिर धीरे-धीरे अँधेरे में घुल जाता है, और बत्तियाँ एक-एक करके जलती हैं।`,
    blogImageAlt: 'A fort above fields in the light of late afternoon',
    picture: { scene: 'fort', lighting: 'golden' },
    daysAgo: 5,
  },
  {
    key: 'khuri-night',
    author: 'arjun',
    blogTitle: 'A night without a tent at Khuri',
    blogLocation: 'Khuri, Jaisalmer, Rajasthan',
    text: `The camps at Sam have electric light and a man who plays film songs. I went to Khuri instead, forty-eight kilometres south-west of Jaisalmer, where Tane Singh puts a rope bed on the sand and calls it a hotel.

We rode out at five, he on Raju and I on Badal, a camel with long eyelashes and strong opinions. The dunes there are small. What makes them large is that nothing stands on them. Tane Singh lit a fire of aak twigs, made dough on a flat stone, and pushed the rotis under the ashes. They came out grey and tasted of smoke and salt.

By nine the sand was cold. By ten I had stopped pretending to know the names of stars: there were too many, right down to the ground on every side, as if we lay on top of something round. Far off a truck moved along the road to the border, without a sound.

I woke at four because Badal was chewing next to my ear. A beetle had written a line of small stitches across the dune and right over my blanket. Tane Singh was already making tea. He asked how I had slept. I said that I had not wanted to.`,
    blogImageAlt: 'Camels in a row on a dune under a crescent moon',
    picture: { scene: 'dunes', lighting: 'night' },
    daysAgo: 19,
  },
  {
    key: 'rann-salt',
    author: 'arjun',
    blogTitle: 'कच्छ का रण: Walking on white',
    blogLocation: 'Dhordo, Kutch, Gujarat',
    text: `For eight months the Rann of Kutch is sea, or mud, or something between the two that swallows jeeps. Then the water goes and leaves its salt, and for the rest of the year you can walk on it.

I went in February, on foot from the watchtower, and kept walking until the other people were commas. The crust breaks like sugar under the heel. Below it the mud is black and wet; in my footprints it came up slowly, so that I left a row of dark shoes behind me on a white page.

There is no distance. A dot on the horizon was a flamingo, I thought, then a motorcycle; it turned out to be a woman with a water pot, walking home to a village that I could not see either. She looked at my camera and at the nothing in front of it, and asked what I was photographing. I had no good answer.

In Dhordo that evening Sumar-bhai spread out the embroidery of his aunts: mirrors the size of a fingernail, each sewn in by hand. He said that it is white here for half the year and grey for the other half, so the women put the colours on themselves.`,
    blogImageAlt: 'Pale dunes at noon with camels and a distant fort',
    picture: { scene: 'dunes', lighting: 'noon', isMirrored: true, isZoomedIn: true },
    daysAgo: 64,
  },
  {
    key: 'udaipur-steps',
    author: 'arjun',
    blogTitle: 'गणगौर घाट पर रात: उदयपुर की डायरी',
    blogLocation: 'उदयपुर, राजस्थान',
    text: `रात के नौ बजे गणगौर घाट की सीढ़ियाँ अभी भी गरम थीं। दिन भर की धूप पत्थर में ठहर जाती है, और लोग उसी पर बैठकर पिछोला झील की ठंडी हवा लेते हैं।

मेरे पास एक बूढ़े उस्ताद रावणहत्था बजा रहे थे। नारियल के खोल, बाँस और घोड़े के बाल से बना यह साज़ इतना उदास बजता है कि पास खेलते बच्चे भी चुप हो गए। उन्होंने बताया कि यह साज़ उनके दादा ने बनाया था और इसके घुँघरू उनकी माँ की पायल के हैं।

झील में महलों की रोशनी काँप रही थी। एक नाव बिना आवाज़ के गुज़री; उसमें बैठी लड़की ने पानी में हाथ डाला और रोशनी के दो टुकड़े कर दिए।

लौटते समय जगदीश मंदिर के नीचे गरम जलेबी की कड़ाही लगी थी। दुकानदार ने कहा, "साहब, झील देखकर मीठा खाना चाहिए, नहीं तो दिल भारी रह जाता है।" मैंने दो बार यह सलाह मानी।`,
    blogImageAlt: 'Steps, towers and boats on the water at night',
    picture: { scene: 'ghats', lighting: 'night', isMirrored: true, isZoomedIn: true },
    daysAgo: 88,
  },
  {
    key: 'ganpatipule-boats',
    author: 'sneha',
    blogTitle: 'Fish auction at Jaigad, before breakfast',
    blogLocation: 'Jaigad, Ratnagiri, Maharashtra',
    text: `My aunt in Ganpatipule believes that you should know your lunch personally. So at six she put me on the back of her scooter and drove to the harbour at Jaigad.

The boats come in all at once, blue and red, pushing each other like goats. Baskets go from hand to hand up the ramp: bombil, surmai, a heap of silver mandeli still jumping. The auction is over before a stranger knows that it has begun. Nobody shouts numbers. The women who buy touch the auctioneer's fingers under a cloth, one after the other, and he alone knows who has offered what. Then he says a name, and that is that.

My aunt touched his hand for a basket of prawns and lost to a grandmother in a purple nine-yard sari, who winked at me. We got the bangda instead.

Above the harbour stands the old fort, its wall the red of laterite after rain, and below the wall is a tea stall with a view that would cost four hundred rupees in Mumbai. We drank cutting chai at ten rupees and watched the empty boats being hosed down. By eight there was nothing left on the ramp except cats.`,
    blogImageAlt: 'Sailing boats off a red cliff with palms in warm light',
    picture: { scene: 'coast', lighting: 'golden' },
    daysAgo: 7,
  },
  {
    key: 'raigad-rain',
    author: 'sneha',
    blogTitle: 'रायगडावर पाऊस: 1,737 steps into a cloud',
    blogLocation: 'Raigad, Maharashtra',
    text: `There is a ropeway up to Raigad. My grandfather, who is seventy-four, looked at it, said one word in Marathi that I shall not translate, and began to climb.

In July the steps are a stream. We met two porters carrying a refrigerator up, on a bamboo pole, singing to keep in step. We met a school party in pink raincoats who asked Ajoba whether he had known the king. Every bend had a smaller waterfall than the last, and at every one he rested, not because he was tired, he explained, but out of respect.

At the great door we walked into the cloud. The market street of the old capital appeared in pieces: a plinth, then twenty plinths, a step worn in the middle, a lamp post from nowhere. Sound was strange. Somebody far away laughed, and it was right beside us.

At the samadhi he took off his shoes in the rain, and his socks, and folded them carefully into his pocket. We stood there a while. On the way down I counted the steps, and got a different number from the board. He told me the stones move in the monsoon, everybody knows that.`,
    blogImageAlt: 'A fort on a table mountain under rain clouds',
    picture: { scene: 'fort', lighting: 'rain', isMirrored: true },
    daysAgo: 121,
  },
  {
    key: 'pune-rain',
    author: 'sneha',
    blogTitle: 'Waiting out the rain on Tulshibaug lane',
    blogLocation: 'Pune, Maharashtra',
    text: `At ten past six the sky over Pune went the colour of an aubergine and everyone on Tulshibaug lane stepped, as one person, under the nearest roof. I got the bangle shop.

There were eleven of us in a space for three. We knew each other's business in minutes. A girl had an interview at seven. Two sisters were buying brass pots for a wedding and disagreed about the groom. A boy had a live rooster in a shopping bag, about which he declined to answer questions.

The lane filled. First paper cups came past, then a slipper, then its pair, then a man walking behind them with dignity and bare feet. The auto drivers parked in a row with their headlamps on, so that the rain looked like wires.

The bangle seller, who could not sell anything because nobody could lift an arm, sent for tea. It came by hand over our heads: eleven glasses and a saucer of water for the rooster. Somebody's mother sang, quite softly, something about clouds.

When it stopped nobody moved for a moment. Then the girl ran for her interview, and I do hope that she got it.`,
    blogImageAlt: 'People with umbrellas and an auto-rickshaw on a wet street at dusk',
    picture: { scene: 'monsoon', lighting: 'dusk', isZoomedIn: true },
    daysAgo: 109,
  },
  {
    key: 'goa-divar',
    author: 'sneha',
    blogTitle: 'The free ferry to Divar',
    blogLocation: 'Divar Island, Goa',
    text: `Twenty minutes from the crowds of Old Goa a flat iron ferry crosses the Mandovi to Divar. It costs nothing for people on foot. On board were nine scooters, a priest, a crate of chicks and me.

Divar has one hill, one bakery and a great deal of quiet. I walked. The road runs on a bank between mangroves and paddy, and egrets walk beside you, a little faster. Houses the colours of sweets stood behind porches on which people sat doing nothing with real skill. Every one of them said good afternoon.

At Piedade I climbed to the church of Our Lady of Compassion, and an old sacristan unlocked it for me. He showed me a stone in the graveyard wall that is older than the church, carved with a lotus. “We keep everything,” he said. “You never know who will ask.”

The baker came by on his bicycle at four, with his horn. I bought three poi, still hot, and ate them on the jetty with nothing at all inside. Then the ferry came back for us, without any hurry, turning sideways in the current like a crab.`,
    blogImageAlt: 'A bay with surf, a lighthouse and sails under a blue sky',
    picture: { scene: 'coast', lighting: 'noon', isMirrored: true, isZoomedIn: true },
    daysAgo: 52,
  },
  {
    key: 'maheshwar-loom',
    author: 'imran',
    blogTitle: 'महेश्वर: नर्मदा और करघे की आवाज़',
    blogLocation: 'महेश्वर, मध्य प्रदेश',
    text: {
      html: `<p>महेश्वर में दो आवाज़ें हर समय सुनाई देती हैं: नर्मदा का पानी और करघे की खट-खट। क़िले की सीढ़ियाँ सीधे नदी में उतरती हैं, और उन्हीं के ऊपर की गली में बुनकर बैठते हैं।</p><h2>सलमा बी का करघा</h2><p>सलमा बी ने पंद्रह साल की उम्र में बुनना सीखा। उन्होंने मुझे साड़ी की किनारी दिखाई: <strong>लहर, ईंट और चटाई</strong>। ये सब नमूने क़िले की दीवारों से लिए गए हैं। अहिल्याबाई होलकर ने बुनकरों को यहाँ बसाया था, और आज भी नमूने वही हैं।</p><blockquote>“पत्थर को हम धागे में उतारते हैं,” उन्होंने कहा, “और नदी उसे धोकर पास कर देती है।”</blockquote><p>शाम को मैं घाट पर बैठा रहा। एक लड़का पत्थर की सीढ़ियों पर पतंग की डोर लपेट रहा था। सामने के किनारे पर धूप सबसे अंत में गई। लौटते समय मेरे थैले में एक सूती दुपट्टा था, नदी के रंग का।</p>`,
    },
    blogImageAlt: 'Towers and steps along a river in golden light',
    picture: { scene: 'ghats', lighting: 'golden', isZoomedIn: true },
    daysAgo: 27,
  },
];
