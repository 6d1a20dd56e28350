import { Link } from 'react-router-dom';
import { sceneNamed } from '../components/scenes.ts';
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
      lead="Who can answer depends on what you want to know."
      scene={sceneNamed('coast')}
      isGuest={isGuest}
    >
      <h2>About a story</h2>
      <p>
        Ask its writer: open the story and choose “Message the writer”. The answer arrives under{' '}
        <Link to={paths.chat}>Chats</Link>. What others may want to know too is better asked in a comment.
      </p>
      <h2>About you in a story</h2>
      <p>
        You stand in a picture, or in a sentence, and would rather not: write to the writer first. Only they
        can change their story, and most will.
      </p>
      <h2>About somebody who bothers you</h2>
      <p>
        Choose “Block” in the menu of your conversation: neither of you can write to the other any more, nor
        see when they are online. <Link to={paths.profile}>Your profile</Link> lists whom you have blocked,
        with the way back.
      </p>
      <h2>About your account</h2>
      <p>
        Name, picture and password are yours to change on <Link to={paths.profile}>your profile</Link>, where
        you also choose how you are told of messages, and whether others see that you are online.
      </p>
      <h2>About this site</h2>
      <p>
        Safarnama is software that anybody may install, and each installation has its own keeper. Who gave you
        this address knows them.
      </p>
    </StaticPage>
  );
}
