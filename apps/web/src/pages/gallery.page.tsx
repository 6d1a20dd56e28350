import { MapPin, PenLine, Send, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import toast from 'react-hot-toast';
import { Avatar } from '../components/avatar.tsx';
import { FormError } from '../components/form-error.tsx';
import { LogoMark } from '../components/logo.tsx';
import { ModalDialog } from '../components/modal-dialog.tsx';
import { EmptyState, Failure } from '../components/notice.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { PictureButton } from '../components/picture-button.tsx';
import { sceneUrl } from '../components/scenes.ts';
import { Spinner } from '../components/spinner.tsx';
import { SwitchField } from '../components/switch-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { ThemeButton } from '../components/theme-button.tsx';
import { ThemeSwitch } from '../components/theme-switch.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { PostCard, PostCardSkeleton } from '../features/post/reading/post-card.tsx';
import { buildAuthor, buildCard } from '../testing/factories.ts';
import { GalleryMessages } from './gallery-messages.tsx';

const COLORS = [
  ['paper', 'bg-paper'],
  ['paper-raised', 'bg-paper-raised'],
  ['paper-sunk', 'bg-paper-sunk'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['ink', 'bg-ink'],
  ['ink-soft', 'bg-ink-soft'],
  ['marigold', 'bg-marigold'],
  ['marigold-text', 'bg-marigold-text'],
  ['indigo', 'bg-indigo'],
  ['indigo-fill', 'bg-indigo-fill'],
  ['indigo-wash', 'bg-indigo-wash'],
  ['danger', 'bg-danger'],
  ['danger-wash', 'bg-danger-wash'],
  ['online', 'bg-online'],
] as const;

const SCRIPTS = [
  [
    'hi',
    'वाराणसी में गंगा आरती की एक शाम',
    'सुबह पाँच बजे नदी धूसर थी। नाव वाले ने कहा: क्षमा कीजिए, कल आइए — श्रद्धा और धैर्य के साथ।',
  ],
  [
    'ta',
    'நீலகிரி மலையில் ஒரு தேநீர் பயணம்',
    'அதிகாலை ஐந்து மணிக்கு மலை முழுவதும் பனி. கடைக்காரர் சிரித்தபடி ஸ்ரீரங்கத்துக் கதை சொன்னார்.',
  ],
  ['bn', 'কলকাতার বৃষ্টিভেজা সন্ধ্যা', 'ভোর পাঁচটায় নদী ছিল ধূসর। মাঝি বললেন, কাল আসুন; ট্রামের ঘণ্টা, জ্যৈষ্ঠের গন্ধ, রাস্তার চা।'],
  [
    'sa-Latn',
    'Kṛṣṇā, Vārāṇasī and the ṭhaṇḍā chai',
    'Romanised names keep their marks: Śrīraṅgapaṭṭaṇa, Ṛṣikeśa, Jñāneśvarī. And ₹ 20 for the tea.',
  ],
] as const;

const LONG_WORD = 'திருவனந்தபுரத்திலிருந்துகன்னியாகுமரிவரைஒருநீண்டபயணம்'.repeat(2);
const READER = buildAuthor({ fullName: 'Zoya Khan' });
const AUTHOR = buildAuthor({ fullName: 'மீனாட்சி சுந்தரேஸ்வரன்' });

/** Every shared component in every state, for visual review. Available only on the development server. */
export function GalleryPage() {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(true);
  usePageTitle('Gallery');
  return (
    <div className="site pb-section">
      <header className="flex flex-wrap items-center gap-4 border-line border-b py-6">
        <LogoMark />
        <h1 className="text-3xl">Gallery</h1>
        <div className="ms-auto flex flex-wrap items-center gap-2">
          <ThemeSwitch />
          <ThemeButton />
        </div>
      </header>

      <Section title="Colors">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-5">
          {COLORS.map(([name, fill]) => (
            <li key={name} className="text-sm">
              <span className={`${fill} block h-14 rounded-control border border-line`} />
              {name}
            </li>
          ))}
        </ul>
      </Section>

      <Section title="Type">
        <p className="font-display text-display">Explore India through real stories</p>
        {(['text-5xl', 'text-4xl', 'text-3xl', 'text-2xl', 'text-xl'] as const).map((size) => (
          <p key={size} className={`${size} mt-3 font-display`}>
            Night trains, first rains
          </p>
        ))}
        <p className="mt-4 text-lg">Chrome, large: ask the writer, read the reply under Chats.</p>
        <p>Chrome: ask the writer, read the reply under Chats.</p>
        <p className="text-ink-soft text-sm">Small and soft: Jan 5, 2026 · 1 min read</p>
        <p className="kicker mt-2">Kicker: Varanasi, Uttar Pradesh</p>
        <div className="mt-8 grid gap-8 md:grid-cols-2">
          {SCRIPTS.map(([lang, title, text]) => (
            <article key={lang} lang={lang} data-script={lang}>
              <h3 className="text-2xl">{title}</h3>
              <p className="mt-2 font-text text-story">{text}</p>
              <p className="mt-2 text-ink-soft text-sm">{text}</p>
            </article>
          ))}
        </div>
      </Section>

      <Section title="Story">
        <div className="story story-latin mx-auto max-w-measure">
          <p>
            The river was grey at five and the boatman was already <em>awake</em>. He pointed at the far bank:{' '}
            <strong>there</strong>, where the sand begins, <a href="/about">one can walk for an hour</a> and
            meet nobody.
          </p>
          <h2>The second day</h2>
          <p>Two cups of tea, one road, and a bus that left early for once.</p>
          <blockquote>
            <p>Come tomorrow, he said, tomorrow the water is lower.</p>
          </blockquote>
          <ul>
            <li>Warm clothes, even in April</li>
            <li>Small notes for the ferry</li>
          </ul>
        </div>
      </Section>

      <Section title="Buttons">
        {(['button-primary', 'button-accent', 'button-quiet', 'button-danger'] as const).map((kind) => (
          <div key={kind} className="mb-3 flex flex-wrap gap-3">
            <button type="button" className={`button ${kind}`}>
              {kind === 'button-danger' ? (
                <Trash2 aria-hidden className="size-4" />
              ) : (
                <PenLine aria-hidden className="size-4" />
              )}
              Write a blog
            </button>
            <button type="button" className={`button ${kind}`} disabled>
              Disabled
            </button>
            <button type="button" className={`button ${kind}`}>
              யாத்திரை எழுதுங்கள்
            </button>
          </div>
        ))}
        <div className="flex items-center gap-3">
          <button type="button" className="button-icon" aria-label="Send">
            <Send aria-hidden className="size-5" />
          </button>
          <button type="button" className="button-icon" aria-label="Send, disabled" disabled>
            <Send aria-hidden className="size-5" />
          </button>
          <a href="/about" className="link">
            A link in text
          </a>
          <Spinner />
        </div>
      </Section>

      <Section title="Fields">
        <div className="grid gap-6 md:grid-cols-2">
          <TextField label="Location" placeholder="Where was it?" hint="A town, a lake, a train" />
          <TextField label="Email" defaultValue="meera@" error="Email is required" />
          <TextField label="Email, read-only" value="meera@example.org" readOnly />
          <PasswordField label="Password" defaultValue="namaste" />
          <div>
            <label htmlFor="gallery-text" className="mb-1.5 block font-semibold text-sm">
              Message
            </label>
            <textarea id="gallery-text" className="input" rows={3} defaultValue={'वाह!\nகாலை வணக்கம்'} />
          </div>
          <div>
            <FormError message="Invalid email or password" />
            <PictureButton
              label="Add a picture"
              onFile={() => undefined}
              className="button button-quiet mt-4"
            />
            <label className="mt-4 flex min-h-8 items-center gap-2">
              <input type="checkbox" defaultChecked className="size-5 accent-indigo-fill" />
              online only
            </label>
          </div>
          <SwitchField label="Message sound" hint="Two soft notes." isOn={isOn} onChange={setIsOn} />
          <SwitchField label="Denied" hint="By the browser." isOn={false} isDisabled onChange={setIsOn} />
        </div>
      </Section>

      <Section title="Users">
        <div className="flex flex-wrap items-center gap-4">
          {[READER, AUTHOR, buildAuthor(), buildAuthor({ fullName: 'মীরা' })].map((user) => (
            <span key={user._id} className="flex items-center gap-2">
              <Avatar user={user} />
              <Avatar user={user} size="medium" />
              {user.fullName}
            </span>
          ))}
          <Avatar user={AUTHOR} size="large" />
        </div>
      </Section>

      <Section title="Cards">
        <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
          <PostCard
            card={buildCard({ authorId: AUTHOR, blogTitle: SCRIPTS[0][1], excerpt: SCRIPTS[0][2] })}
          />
          <PostCard card={buildCard({ blogTitle: LONG_WORD, excerpt: LONG_WORD, authorId: READER })} />
          <PostCardSkeleton />
        </div>
      </Section>

      <Section title="Messages">
        <GalleryMessages />
      </Section>

      <Section title="Notices">
        <div className="grid gap-6 md:grid-cols-2">
          <Failure message="Failed to fetch all posts" onRetry={() => undefined} />
          <EmptyState scene={sceneUrl('coast')} title="No Post Yet">
            <a href="/about" className="button button-primary mt-4">
              <MapPin aria-hidden className="size-4" />
              Write the first one
            </a>
          </EmptyState>
        </div>
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            className="button button-quiet"
            onClick={() => toast.success('Post created!')}
          >
            Success toast
          </button>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => toast.error("Can't fetch users")}
          >
            Error toast
          </button>
          <button type="button" className="button button-quiet" onClick={() => setIsOpen(true)}>
            Dialog
          </button>
        </div>
        {isOpen && (
          <ModalDialog title="Delete this story?" onClose={() => setIsOpen(false)}>
            <button type="button" className="button button-danger" onClick={() => setIsOpen(false)}>
              Delete for good
            </button>
          </ModalDialog>
        )}
      </Section>

      <Section title="Scenes">
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {(['ghats', 'hills', 'backwaters', 'dunes', 'coast', 'fort', 'tea-hills', 'monsoon'] as const).map(
            (name) => (
              <img
                key={name}
                src={sceneUrl(name)}
                alt={name}
                width={480}
                height={270}
                loading="lazy"
                className="rounded-control"
              />
            ),
          )}
        </div>
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pt-section">
      <h2 className="mb-6 text-2xl">{title}</h2>
      {children}
    </section>
  );
}
