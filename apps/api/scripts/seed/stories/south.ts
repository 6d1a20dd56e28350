import type { SeedStory } from './story.js';

/** Kerala, Tamil Nadu, Puducherry, Karnataka, Telangana. */
export const SOUTHERN_STORIES: readonly SeedStory[] = [
  {
    key: 'alappuzha-boat',
    author: 'meera',
    blogTitle: 'The twenty-nine rupee boat from Alappuzha',
    blogLocation: 'Alappuzha, Kerala',
    text: `Everybody on the jetty tells you to hire a houseboat. I bought a ticket for the public ferry to Kottayam instead: twenty-nine rupees, wooden benches, no glass in the windows, two and a half hours.

We left at half past seven. Schoolgirls in blue pinafores got off at a landing that was only a plank and a jackfruit tree. A man handed the conductor a gas cylinder over the water, and at the next bend somebody else took it from him without a word. Women washed steel plates on the steps in front of their doors, and each of them looked up to see who was on the boat this morning.

What I had not understood from pictures is that the fields lie lower than the water. You sit in the boat and look down on rice. The bund between the two is no wider than a footpath, and ducks walk along it in a row as if they had tickets too.

After the last landing the lake opened, the wind took my umbrella, and the conductor laughed and gave me his own until the rain was over. Sit on the left side going to Kottayam: that is where the kingfishers are.`,
    blogImageAlt: 'A rice boat with a woven roof between palms at sunrise',
    picture: { scene: 'backwaters', lighting: 'dawn' },
    daysAgo: 3,
  },
  {
    key: 'munnar-leaves',
    author: 'meera',
    blogTitle: 'Two leaves and a bud: a morning in Munnar',
    blogLocation: 'Munnar, Kerala',
    text: {
      html: `<p>Selvi has picked tea above Munnar for nineteen years. She let me try for one hour, mostly, I think, because her friends wanted something to laugh about.</p><h2>What I got wrong</h2><ul><li>I pulled. You do not pull, you roll the wrist and the shoot comes off by itself.</li><li>I took old leaves. Only <strong>two leaves and the bud</strong> count; the rest makes the tea taste of string.</li><li>I looked down. The leeches come from above.</li></ul><p>In that hour I filled the bottom of the basket. Selvi filled hers, tied it shut, and began a second. By noon she has carried thirty kilos down the path to the weighing shed, where a man writes the number in a book and nobody argues.</p><blockquote>“From the road it is a carpet,” she said. “From here it is knees.”</blockquote><p>Later I drank tea at the stall by the shed, boiled with cardamom until it was nearly red. I have never again left half a cup standing.</p>`,
    },
    blogImageAlt: 'Pickers with baskets between rows of tea under a clear sky',
    picture: { scene: 'tea-hills', lighting: 'noon', isZoomedIn: true },
    daysAgo: 41,
  },
  {
    key: 'madurai-night',
    author: 'karthik',
    blogTitle: 'தூங்கா நகரம்: மதுரையில் ஓர் இரவு',
    blogLocation: 'மதுரை, தமிழ்நாடு',
    text: `மதுரைக்கு வந்து சேர்ந்தபோது இரவு பதினொன்றரை மணி. மற்ற ஊர்களில் கடைகள் மூடும் நேரம்; இங்கே அப்போதுதான் பரோட்டாக் கல்லில் எண்ணெய் சூடாகிக்கொண்டிருந்தது.

டவுன் ஹால் சாலையில் ஒரு சிறிய கடை. இரண்டு கைகளாலும் மாவை வீசி, தட்டி, சுருட்டும் அந்த மனிதரின் பெயர் முருகன். "இந்த ஊர் தூங்காது தம்பி, அதனால் நானும் தூங்குவதில்லை" என்று சிரித்தார். சூடான பரோட்டா மேல் அவர் ஊற்றிய சால்னாவின் மணம் தெருவின் மறுமுனை வரை போயிற்று.

சாப்பிட்ட பிறகு வைகைப் பாலத்தின் மேல் நடந்தேன். ஆற்றில் தண்ணீர் குறைவு; ஆனால் காற்று குளிர்ச்சியாக இருந்தது. தூரத்தில் மீனாட்சி அம்மன் கோவிலின் கோபுரங்கள் நிலவொளியில் கரிய மலைகளைப் போல் நின்றன.

விடியற்காலை நான்கு மணிக்குப் பூ மார்க்கெட் திறந்தது. மல்லிகை மூட்டைகள் லாரியிலிருந்து இறங்கின; ஒரு பாட்டி என் கையில் ஒரு முழம் பூவை வைத்து, "ஊருக்கு எடுத்துட்டுப் போ" என்றார். காசு வாங்க மறுத்துவிட்டார். அந்த மணம் இன்னும் என் பையில் இருக்கிறது.`,
    blogImageAlt: 'A street of lit houses at night in the rain',
    picture: { scene: 'monsoon', lighting: 'night' },
    daysAgo: 12,
  },
  {
    key: 'dhanushkodi',
    author: 'karthik',
    blogTitle: 'தனுஷ்கோடி: சாலை முடியும் இடம்',
    blogLocation: 'தனுஷ்கோடி, தமிழ்நாடு',
    text: `ராமேஸ்வரத்திலிருந்து தனுஷ்கோடிக்குச் செல்லும் சாலை ஒரு நேர்க்கோடு. இடது பக்கம் வங்காள விரிகுடா, வலது பக்கம் மன்னார் வளைகுடா. ஒரு கடல் அமைதியாக இருக்கிறது; மற்றொன்று ஓயாமல் பேசிக்கொண்டே இருக்கிறது.

1964ஆம் ஆண்டு புயல் இந்த ஊரை ஒரே இரவில் அழித்தது. இன்று மிஞ்சியிருப்பது தேவாலயத்தின் சில சுவர்கள், ரயில் நிலையத்தின் ஒரு தூண், மணலில் பாதி மூழ்கிய படிக்கட்டு. அந்தச் சுவரின் நிழலில் ஒரு மீனவர் வலையைத் தைத்துக்கொண்டிருந்தார். அவருடைய தாத்தா அந்த ரயிலில் வேலை பார்த்தவராம்.

சாலை முடியும் இடத்தில் ஒரு வட்டம்; அதற்கு அப்பால் மணல், பிறகு கடல் மட்டும். அங்கே ஒரு அம்மா வறுத்த மீன் விற்கிறார். எலுமிச்சை பிழிந்து, சூடாகக் கொடுக்கிறார்.

சூரியன் மறையும் நேரத்தில் எல்லோரும் பேசுவதை நிறுத்தினோம். யாரும் சொல்லவில்லை; தானாக நடந்தது. திரும்பும் வழியில் ஓட்டுநர் சொன்னார்: "இங்கே வருகிறவர்கள் எல்லோரும் அமைதியாகத்தான் திரும்பிப் போகிறார்கள்."`,
    blogImageAlt: 'Boats on a beach below a lighthouse at sunset',
    picture: { scene: 'coast', lighting: 'dusk', isMirrored: true },
    daysAgo: 58,
  },
  {
    key: 'nilgiri-train',
    author: 'karthik',
    blogTitle: 'நீலகிரி மலை ரயில்: forty-six kilometres in five hours',
    blogLocation: 'Udhagamandalam, Tamil Nadu',
    text: `The Nilgiri train leaves Mettupalayam at ten past seven and is in no hurry. It climbs on a toothed rail between the tracks, pushed from behind by a steam engine that stops every few kilometres to drink.

At Hillgrove we all got down. Vendors came with vadai in newspaper, and a troop of macaques inspected the carriages for whatever had been left on the seats. The fireman, black to the elbows, let my nephew put one piece of wood into the fire. He has talked about nothing else since.

There are sixteen tunnels. In each one the whole train shouts, grandmothers included, and comes out on the other side looking innocent. After Coonoor the air changes: eucalyptus, then wet grass, then the smell of tea being dried in some factory below. The hills turn into combed green rows, with silver oaks standing between them like people waiting for a bus.

At Lovedale a schoolboy boarded with a cricket bat and fell asleep at once. We reached Ooty at noon, with soot in our hair. A bus does the same road in an hour and a half. I cannot imagine why one would take it.`,
    blogImageAlt: 'Rows of tea on round hills, with silver oaks, in warm light',
    picture: { scene: 'tea-hills', lighting: 'golden', isMirrored: true },
    daysAgo: 77,
  },
  {
    key: 'pondicherry-rain',
    author: 'karthik',
    blogTitle: 'Yellow walls, wet sandals: Puducherry in November',
    blogLocation: 'Puducherry',
    text: `I came for the sea and spent two days under awnings. In November the rain in Puducherry arrives at four, punctual as a clerk, and by ten past the streets of the old quarter are mirrors with yellow houses in them.

On Rue Suffren a tailor pulled me in by the sleeve and gave me a stool. We watched a cycle rickshaw float, more or less, past his door. He told me that his father had sewn uniforms for French officers and that the measurements were still in a drawer, in metres, with names like Dupleix and Antoine, in case they ever came back.

When it stopped, everything happened at once. Shutters opened, a radio began in the middle of a song, and the man with the coffee barrel came round the corner ringing a spoon against a tumbler. The bougainvillea had dropped half of its flowers on the road, so that for a few minutes it was pink and nobody wanted to step on it.

I did see the sea in the end. It was brown, and very loud, and full of boys.`,
    blogImageAlt: 'Old houses with tiled roofs along a wet street in evening sun',
    picture: { scene: 'monsoon', lighting: 'golden', isMirrored: true },
    daysAgo: 9,
  },
  {
    key: 'hampi-boulders',
    author: 'karthik',
    blogTitle: 'Hampi, seen from the wrong side of the river',
    blogLocation: 'Hampi, Karnataka',
    text: `The coracle man at Virupapur turned us round three times in the middle of the Tungabhadra, because that is what visitors like, and landed us among the boulders.

From this bank Hampi makes sense. You see the tower of Virupaksha standing over the bazaar, the long row of empty pillars where there were once horses and rubies, and behind it stone heaped upon stone as though a giant had been called to dinner while building.

We climbed Anjanadri in the last light: five hundred and seventy-five whitewashed steps, counted by the children in front of us, loudly and with disputes. At the top an old man was feeding langurs with bananas, one each, with no favourites. The rice fields below were so green that they looked wet even where they were not.

Then the sun went behind the ruins, and the rocks kept the warmth. We sat with our backs against one until the stars were out. It was like leaning on an animal. A shepherd passed with his torch and said, in Kannada, something that a student translated for us: the rocks are only resting, and if we were quiet they would not mind.`,
    blogImageAlt: 'A fort on a rock at sunset, with trees and fields below',
    picture: { scene: 'fort', lighting: 'dusk' },
    daysAgo: 96,
  },
  {
    key: 'golconda-clap',
    author: 'imran',
    blogTitle: 'A clap at the gate of Golconda',
    blogLocation: 'Hyderabad, Telangana',
    text: {
      html: `<p>Stand under the dome of the Fateh Darwaza, clap once, and somebody on the hill, a kilometre away and a hundred and twenty metres up, hears it. The guides at Golconda do this all day. I paid mine fifty rupees to let me stay at the top while he clapped below.</p><p>I heard it. Not loud: the sound of a book being closed in the next room. Four hundred years ago it meant that somebody was at the gate, and whether they were welcome.</p><h2>What I would tell a friend</h2><ol><li>Come at nine. By noon the granite is a griddle.</li><li>Take the old steps up and the wide ones down.</li><li>Look for the clay pipes in the walls: water was lifted here in stages, by oxen and wheels, to a garden on a roof.</li></ol><p>On the way out a bride was being photographed against the mortuary bath, which nobody had the heart to mention. She clapped, too. We all turned round.</p>`,
    },
    blogImageAlt: 'The walls and gate of a fort in bright noon light',
    picture: { scene: 'fort', lighting: 'noon', isMirrored: true, isZoomedIn: true },
    daysAgo: 33,
  },
];
