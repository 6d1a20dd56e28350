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
      scene={sceneUrl('coast')}
      isGuest={isGuest}
    >
      <h2>A question about a story</h2>
      <p>
        Ask its writer: open the story and choose “Message the writer”. You'll find the reply under{' '}
        <Link to={paths.chat}>Chats</Link>. If others may wonder too, ask in a comment.
      </p>
      <h2>A story about you</h2>
      <p>
        Does a picture or a sentence show you, and you'd rather it didn't? Write to the writer first. Only
        they can change their story, and most will.
      </p>
      <h2>Someone who bothers you</h2>
      <p>
        Choose “Block” in the menu of your conversation. You can no longer message each other, or see when the
        other is online. <Link to={paths.profile}>Your profile</Link> lists the people you've blocked, and you
        can unblock them there.
      </p>
      <h2>Your account</h2>
      <p>
        Change your name, photo and password on <Link to={paths.profile}>your profile</Link>. There you also
        choose your notifications, and whether others see that you're online.
      </p>
      <h2>This site</h2>
      <p>
        Safarnama is software that anyone can run, and every site has its own operator. Whoever gave you this
        address can tell you who that is.
      </p>
    </StaticPage>
  );
}
