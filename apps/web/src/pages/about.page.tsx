import { Link } from 'react-router-dom';
import { sceneNamed } from '../components/scenes.ts';
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
      scene={sceneNamed('backwaters')}
      isGuest={isGuest}
    >
      <p>
        A safarnama is a travelogue: what somebody saw on the way, told so that others can see it too. This
        one is about India, and everybody who travels there may write in it.
      </p>
      <p>
        Read what others saw, in the script they wrote it in. Write your own story, with a picture and a
        place. And where a story leaves a question open, ask its writer: each page has a line to them.
      </p>
      <h2>What holds here</h2>
      <ul>
        <li>What you write is kept while you write it, and only you can change it or take it away.</li>
        <li>A message is read by the two of you. Your email address is shown to nobody.</li>
        <li>Pictures lose what a camera hides in them, such as the place where you stood.</li>
        <li>No advertisement, no list of what you read sold on.</li>
      </ul>
      <h2>House rules</h2>
      <ul>
        <li>Tell what you saw yourself. Say so where you only heard it.</li>
        <li>Ask people before you show them, and leave out what could harm them.</li>
        <li>Somebody else’s words and pictures stay theirs: bring your own.</li>
        <li>Be kind in comments and messages. There is somebody on the other side.</li>
      </ul>
      <p>
        A question left? <Link to={paths.contact}>Who answers what</Link>.
      </p>
    </StaticPage>
  );
}
