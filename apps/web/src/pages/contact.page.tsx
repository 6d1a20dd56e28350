import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { sceneUrl } from '../components/scenes.ts';
import { StaticPage } from '../components/static-page.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/contact.ts';
import { useAuthStore } from '../stores/auth.store.ts';

const CONTACT_STRINGS = createStrings('contact', messages);

export function ContactPage() {
  const isGuest = useAuthStore((state) => state.user === null);
  usePageTitle(FRAME_STRINGS.contact);
  const profileLink = (text: ReactNode) => <Link to={paths.profile}>{text}</Link>;
  return (
    <StaticPage
      title={FRAME_STRINGS.contact}
      lead={CONTACT_STRINGS.lead}
      sceneUrl={sceneUrl('coast')}
      isGuest={isGuest}
    >
      <h2>{CONTACT_STRINGS.storyTitle}</h2>
      <p>{CONTACT_STRINGS.story({ chats: (text) => <Link to={paths.chat}>{text}</Link> })}</p>
      <h2>{CONTACT_STRINGS.aboutYouTitle}</h2>
      <p>{CONTACT_STRINGS.aboutYou}</p>
      <h2>{CONTACT_STRINGS.botheredTitle}</h2>
      <p>{CONTACT_STRINGS.bothered({ profile: profileLink })}</p>
      <h2>{CONTACT_STRINGS.accountTitle}</h2>
      <p>{CONTACT_STRINGS.account({ profile: profileLink })}</p>
      <h2>{CONTACT_STRINGS.siteTitle}</h2>
      <p>{CONTACT_STRINGS.site}</p>
    </StaticPage>
  );
}
