import { sceneNamed } from '../components/scenes.ts';
import { StaticPage } from '../components/static-page.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { useAuthStore } from '../stores/auth.store.ts';

export function ContactPage() {
  const isGuest = useAuthStore((state) => state.user === null);
  usePageTitle('Contact');
  return (
    <StaticPage title="Contact" scene={sceneNamed('coast')} isGuest={isGuest}>
      <p>
        A question about a story goes to its writer: open the story and choose “Message the writer”. You will
        find the answer under Chats.
      </p>
      <p>
        A question about this site goes to whoever runs it for you: Safarnama is software that anybody may
        install, and each installation has its own keeper.
      </p>
    </StaticPage>
  );
}
