import { Link } from 'react-router-dom';
import { sceneUrl } from '../components/scenes.ts';
import { StaticPage } from '../components/static-page.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';
import { useAuthStore } from '../stores/auth.store.ts';

export function ContactPage() {
  const isGuest = useAuthStore((state) => state.user === null);
  usePageTitle('Contact');
  return (
    <StaticPage
      title="Contact"
      lead="Who can help depends on your question."
      sceneUrl={sceneUrl('coast')}
      isGuest={isGuest}
    >
      <h2>A question about a story</h2>
      <p>
        Ask its writer: open the story and choose “Message the writer”. You'll find the reply under{' '}
        <Link to={paths.chat}>Chats</Link>. If others may be wondering too, ask in a comment.
      </p>
      <h2>A story about you</h2>
      <p>
        Does a picture or a sentence show you, and you'd rather it didn't? Write to the writer first. Only
        they can change their story, and most will.
      </p>
      <h2>Someone is bothering you</h2>
      <p>
        Choose “Block” in the menu of your conversation. You will no longer be able to message each other or
        see when the other is online. <Link to={paths.profile}>Your profile</Link> lists the people you've
        blocked, and you can unblock them there.
      </p>
      <h2>Your account</h2>
      <p>
        Change your name, photo and password on <Link to={paths.profile}>your profile</Link>. You can also
        choose your notifications there, and whether others see when you're online.
      </p>
      <h2>This site</h2>
      <p>
        Safarnama is software that anyone can run, and every site has its own operator. The person who gave
        you this address can tell you who runs this site.
      </p>
    </StaticPage>
  );
}
