import type { SeedStory } from './story.js';

/** West Bengal, Sikkim, Odisha, Assam, Meghalaya. */
export const EASTERN_STORIES: readonly SeedStory[] = [
  {
    key: 'darjeeling-dawn',
    author: 'ananya',
    blogTitle: 'দার্জিলিঙের ভোর আর এক কাপ চা',
    blogLocation: 'দার্জিলিং, পশ্চিমবঙ্গ',
    text: `ভোর চারটেয় ঘুম ভাঙল শীতে। জানালার কাচে জমে থাকা জল মুছে দেখি, বাইরে কিছুই নেই, শুধু মেঘ। হোটেলের রাঁধুনি থাপাদা বললেন, "দাঁড়ান দিদি, পাহাড় এখন মুখ ধুচ্ছে।"

আমি শাল জড়িয়ে চা-বাগানের ধারে গিয়ে বসলাম। পায়ের নীচে ভেজা ঘাস, দূরে কোথাও মোরগের ডাক। তারপর হঠাৎ মেঘের মধ্যে একটা ফাটল হল, আর সেখান দিয়ে কাঞ্চনজঙ্ঘার মাথা দেখা গেল। প্রথমে গোলাপি, তারপর কমলা, তারপর সোনালি। মিনিট তিনেক মাত্র; তারপর আবার সব সাদা।

ফেরার পথে একদল মেয়ে ঝুড়ি পিঠে বাগানে নামছিল। তাদের একজন, নাম সরিতা, আমার হাতে দুটো পাতা আর একটা কুঁড়ি দিয়ে বলল, "শুঁকে দেখুন।" কাঁচা পাতার গন্ধ চায়ের মতো নয়, বৃষ্টির মতো।

থাপাদা যে চা দিলেন, তাতে দুধ-চিনি কিছুই ছিল না। বললেন, প্রথম চুমুকটা চোখ বন্ধ করে খেতে হয়। খেলাম। চোখ খুলে দেখি, পাহাড় আবার মুখ দেখিয়েছে।`,
    blogImageAlt: 'Tea gardens on round hills at sunrise',
    picture: { scene: 'tea-hills', lighting: 'dawn' },
    daysAgo: 4,
  },
  {
    key: 'college-street',
    author: 'ananya',
    blogTitle: 'কলেজ স্ট্রিটে বৃষ্টির দুপুর',
    blogLocation: 'কলকাতা, পশ্চিমবঙ্গ',
    text: `কলেজ স্ট্রিটে বৃষ্টি নামলে প্রথমে বই ঢাকা হয়, তারপর মানুষ। নীল প্লাস্টিক খুলতে খুলতে দোকানদাররা এমন চেঁচামেচি করেন, যেন জাহাজের পাল নামানো হচ্ছে।

আমি খুঁজছিলাম একটা পুরোনো ভ্রমণকাহিনি, যার মলাট আমার বাবা ছোটবেলায় হারিয়েছিলেন। সুবলবাবুর দোকানে, তিন নম্বর তাকের পিছনে, বইটা পাওয়া গেল। প্রথম পাতায় নীল কালিতে লেখা, "খোকাকে, প্রথম সমুদ্র দেখার দিনে, ১৯৫৮।" সুবলবাবু দাম বলতে গিয়ে থেমে গেলেন, তারপর অর্ধেক দাম বললেন।

ট্রামলাইনে জল জমেছে। একটা ট্রাম ধীরে ধীরে এল, দুই দিকে ঢেউ তুলে, আর ফুটপাথের ছাত্ররা হাততালি দিল। কফি হাউসে উঠে ভেজা জুতো টেবিলের নীচে রেখে বইটা খুললাম। পাশের টেবিলে তর্ক চলছিল, কবিতা আগে না ফুটবল আগে।

বৃষ্টি থামতে থামতে সন্ধে। বাবাকে ফোন করে প্রথম পাতাটা পড়ে শোনালাম। ওপাশে অনেকক্ষণ কোনো শব্দ নেই, শুধু সেখানেও বৃষ্টির আওয়াজ।`,
    blogImageAlt: 'Umbrellas, puddles and an auto-rickshaw in front of old houses in the rain',
    picture: { scene: 'monsoon', lighting: 'rain' },
    daysAgo: 23,
  },
  {
    key: 'sundarbans-mail',
    author: 'ananya',
    blogTitle: 'সুন্দরবনের ডাকনৌকো: The post comes by tide',
    blogLocation: 'Gosaba, West Bengal',
    text: `In Gosaba the postman looks at the tide table before he looks at the letters. I went round with Nirmal Mondal for one day in his flat boat: eleven villages, forty-three letters, one parcel that ticked.

Nothing here keeps its shape. An island that his father delivered to is a sandbank now; its people have moved to a street in another village and have kept the old address, so he still sorts them under it. The mangroves stand on their roots as if they had lifted their skirts out of the mud. He does not point when he sees deer, and he does not say the name of the other animal at all, only “uncle”.

At each landing somebody is waiting. A woman asked him to read her son's letter aloud, from Tiruppur, about overtime, and when he had finished she asked for it once more, slower. A girl got her results. The whole jetty read them.

We came home against the ebb, in rain, with an umbrella tied to the mast. The parcel had been a clock. Its owner set it at once by Nirmal's arrival, though he was forty minutes late.`,
    blogImageAlt: 'Boats on grey water between palms under rain clouds',
    picture: { scene: 'backwaters', lighting: 'rain', isMirrored: true },
    daysAgo: 37,
  },
  {
    key: 'puri-nolia',
    author: 'ananya',
    blogTitle: 'Learning the sea from a Nolia in Puri',
    blogLocation: 'Puri, Odisha',
    text: `On the beach at Puri there are men in tall white cone hats who will hold your hand in the waves. They are Nolias, fishermen from a village at the end of the beach, and their hats have numbers. Mine was 47. His name was Apparao.

He did not begin with the water. He made me sit and watch for a quarter of an hour. Seven small ones, he said, then three that mean it. Count. I counted, and was wrong, and he was patient. There is a place where the wave breaks and a place where it has finished breaking, and between the two is the only bad place to stand.

Then we went in. When the third of the big ones came he said, quite calmly, “Down,” and we sat on the bottom of the Bay of Bengal while it went over us like a lorry. We came up on the other side. It was so quiet there, and so bright, that I laughed with my mouth full of salt.

Later I saw his boat come in: planks sewn together with rope, no nail in it. Nails, he said, argue with the sea. Rope gives way a little, and comes home.`,
    blogImageAlt: 'Boats on a beach and sails on the sea at sunrise',
    picture: { scene: 'coast', lighting: 'dawn' },
    daysAgo: 101,
  },
  {
    key: 'pelling-wait',
    author: 'tenzin',
    blogTitle: 'Waiting for Kangchenjunga at Pelling',
    blogLocation: 'Pelling, Sikkim',
    text: `Day one: cloud. Day two: cloud, and soup. The owner of the lodge in Pelling, Mrs. Bhutia, keeps a school exercise book in which guests write whether they have seen the mountain. Page after page says No, in many languages, and somebody from Nagpur had drawn it from imagination, with a moustache.

On the third day I stopped waiting and walked to Sangachoeling through the wet forest. The path is steep and smells of moss and incense. Old prayer flags had grown into the branches, so that some trees seemed to have been dressed by somebody in a hurry. At the top a nun was sweeping leaves. I asked her whether it would clear. She said that it was clear; it was just that there were clouds.

On the fourth day Mrs. Bhutia beat on my door with a spoon at ten to five. I went out with one shoe. It was so much higher than where I had been looking. I had searched the sky at the height of mountains, and it stood far above that, all of it, blue and then suddenly lit, without a sound.

I wrote Yes in the book, and then could not think of anything to add.`,
    blogImageAlt: 'The sun behind snow peaks at dawn, above misty ridges',
    picture: { scene: 'hills', lighting: 'dawn' },
    daysAgo: 131,
  },
  {
    key: 'root-bridge',
    author: 'rebecca',
    blogTitle: 'Three thousand steps down to a living bridge',
    blogLocation: 'Nongriat, Meghalaya',
    text: `My mother's village is a day's walk from here, and still I had never been down to Nongriat. One does not visit what is next door.

From Tyrna the steps go down for an hour and a half. They are green and wet and each has a different height. We passed men going up with sixty kilos of oranges in cone baskets, the strap across the forehead, in plastic sandals. They wished us good morning. We had walking poles and could not answer.

The bridge was begun by somebody who knew that he would never cross it. You lead the roots of a rubber fig over the stream through hollow trunks of areca palm, and wait. After fifteen years it holds a child. After fifty it holds a village. The double one at Nongriat is perhaps two hundred years old and gets stronger with every monsoon, while the steel rope bridge further down has been replaced three times.

An old man was at work there, tucking a thin new root into the railing, the way you would put a strand of hair behind a child's ear. I asked for whom. He looked at me as if that was a strange thing to ask. “For whoever is crossing then,” he said.`,
    blogImageAlt: 'Wooded ridges in mist under rain clouds, a small house',
    picture: { scene: 'hills', lighting: 'rain', isMirrored: true },
    daysAgo: 30,
  },
  {
    key: 'majuli-masks',
    author: 'rebecca',
    blogTitle: 'The mask maker of Majuli',
    blogLocation: 'Majuli, Assam',
    text: `The ferry to Majuli carries cars, bicycles, one elephant on the day I crossed, and everyone's opinion on where the sandbanks are this week. The Brahmaputra is so wide there that for a time you see no land on either side. The island has lost half of itself to the river in a hundred years.

At Samaguri the Goswami family make masks for the plays of the satra: demons, monkeys, a serpent with eleven heads. First a frame of split bamboo, light as a bird cage. Then cloth dipped in river clay, then clay with cow dung, which keeps the insects off, and only at the end the colours. Pradip let me put on Putana. Inside it was dim and smelled of earth. The jaw moved when I spoke. A child in the doorway burst into tears, and then asked me to do it again.

In the evening I cycled along the embankment. Fishermen lowered their square nets into the gold water and lifted them, empty, and lowered them again, with no sign of impatience. “Every year the river takes a little,” Pradip had said. “That is why we make the masks light. They have to be carried.”`,
    blogImageAlt: 'A covered boat and a canoe on calm water in golden light',
    picture: { scene: 'backwaters', lighting: 'golden', isMirrored: true },
    daysAgo: 62,
  },
  {
    key: 'jorhat-garden',
    author: 'rebecca',
    blogTitle: 'Second flush: a rainy week on a garden near Jorhat',
    blogLocation: 'Jorhat, Assam',
    text: {
      html: `<p>My friend Dimple manages a small garden outside Jorhat, forty hectares, flat as a table. I came for the weekend and the road went under water, so I stayed for the second flush.</p><h2>A day, by the smell of it</h2><ul><li><strong>Five:</strong> wet dogs and woodsmoke. The siren goes, and umbrellas walk out into the rows.</li><li><strong>Ten:</strong> the withering troughs. Green, sweet, a little like cut apples.</li><li><strong>Two:</strong> the rolling room. Now it smells like tea for the first time, and the floor is copper coloured.</li><li><strong>Six:</strong> the dryer. Toast and malt. You can put on weight from the air.</li></ul><p>Dimple tastes forty cups a day, with a noise like tearing silk. She let me try. I said that they were nice. She said, kindly, that <em>nice</em> was not a number.</p><p>On the last night the rain stopped at once, as if somebody had shut a door, and the frogs took over. We sat on the veranda, and nobody made tea.</p>`,
    },
    blogImageAlt: 'Tea hills with pickers under heavy clouds',
    picture: { scene: 'tea-hills', lighting: 'rain', isMirrored: true, isZoomedIn: true },
    daysAgo: 145,
  },
];
