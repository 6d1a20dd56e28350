import { sceneNamed } from '../components/scenes.ts';
import { StaticPage } from '../components/static-page.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { useAuthStore } from '../stores/auth.store.ts';

export function AboutPage() {
  const isGuest = useAuthStore((state) => state.user === null);
  usePageTitle('About');
  return (
    <StaticPage title="About Safarnama" scene={sceneNamed('backwaters')} isGuest={isGuest}>
      <p>
        A safarnama is a travelogue: what somebody saw on the way, told so that others can see it too. This
        one is about India, and everybody who travels there may write in it.
      </p>
      <p>
        Read what others saw, in the script they wrote it in. Write your own story, with a picture and a
        place. And where a story leaves a question open, ask its writer: each page has a line to them.
      </p>
      <h2>House rules</h2>
      <ul>
        <li>Tell what you saw yourself. Say so where you only heard it.</li>
        <li>Ask people before you show them, and leave out what could harm them.</li>
        <li>A story is its writer’s: only they can change it or take it away.</li>
        <li>Be kind in comments and messages. There is somebody on the other side.</li>
      </ul>
    </StaticPage>
  );
}
