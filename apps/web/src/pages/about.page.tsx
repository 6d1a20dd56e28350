import { Link } from 'react-router-dom';
import { sceneUrl } from '../components/scenes.ts';
import { StaticPage } from '../components/static-page.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { useAuthStore } from '../stores/auth.store.ts';

export function AboutPage() {
  const isGuest = useAuthStore((state) => state.user === null);
  usePageTitle('About');
  return (
    <StaticPage
      title="About Safarnama"
      lead="A travelogue of India, written by those who went."
      sceneUrl={sceneUrl('backwaters')}
      isGuest={isGuest}
    >
      <p>
        Safarnama means travelogue: what someone saw on the way, told so that others can see it too. This one
        is about India, and everyone who travels there is welcome to write.
      </p>
      <p>
        Read what others saw, in the script they wrote it in. Tell your own story, with a picture and a place.
        And if a story leaves a question open, ask its writer: every story has a button for that.
      </p>
      <h2>Our promises</h2>
      <ul>
        <li>Only you can change or delete your stories.</li>
        <li>
          Messages are private between the two of you. Your email address is never shown to anyone else.
        </li>
        <li>We remove the hidden data from your pictures, such as where they were taken.</li>
        <li>No ads, and we don't sell data about what you read.</li>
      </ul>
      <h2>House rules</h2>
      <ul>
        <li>Write about what you saw yourself. If you only heard it, say so.</li>
        <li>Ask people before you show or name them, and leave out what could harm them.</li>
        <li>Use your own words and pictures, not someone else's.</li>
        <li>Be kind in comments and messages. There is a person on the other side.</li>
      </ul>
      <p>
        Any questions? <Link to={paths.contact}>Find out who can help</Link>.
      </p>
    </StaticPage>
  );
}
