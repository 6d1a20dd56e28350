import { Link } from 'react-router-dom';
import { FRAME_STRINGS } from '../components/frame-strings.ts';
import { sceneUrl } from '../components/scenes.ts';
import { StaticPage } from '../components/static-page.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { createStrings } from '../i18n/strings.ts';
import { messages } from '../locales/en/about.ts';
import { useAuthStore } from '../stores/auth.store.ts';

const ABOUT_STRINGS = createStrings('about', messages);

export function AboutPage() {
  const isGuest = useAuthStore((state) => state.user === null);
  usePageTitle(FRAME_STRINGS.about);
  const { promises, rules } = ABOUT_STRINGS;
  return (
    <StaticPage
      title={ABOUT_STRINGS.title}
      lead={FRAME_STRINGS.tagline}
      sceneUrl={sceneUrl('backwaters')}
      isGuest={isGuest}
    >
      <p>{ABOUT_STRINGS.meaning}</p>
      <p>{ABOUT_STRINGS.invitation}</p>
      <h2>{promises.title}</h2>
      <ul>
        <li>{promises.control}</li>
        <li>{promises.privacy}</li>
        <li>{promises.pictures}</li>
        <li>{promises.noAds}</li>
      </ul>
      <h2>{rules.title}</h2>
      <ul>
        <li>{rules.firstHand}</li>
        <li>{rules.consent}</li>
        <li>{rules.ownWork}</li>
        <li>{rules.kindness}</li>
      </ul>
      <h2>{ABOUT_STRINGS.placesTitle}</h2>
      <p>
        {ABOUT_STRINGS.places({
          source: (name) => <a href="https://www.geonames.org/">{name}</a>,
          licence: (name) => <a href="https://creativecommons.org/licenses/by/4.0/">{name}</a>,
        })}
      </p>
      <p>{ABOUT_STRINGS.questions({ contact: (text) => <Link to={paths.contact}>{text}</Link> })}</p>
    </StaticPage>
  );
}
