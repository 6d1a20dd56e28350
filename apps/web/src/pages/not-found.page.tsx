import { Link } from 'react-router-dom';
import { sceneNamed } from '../components/scenes.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { paths } from '../config/paths.ts';

export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <div className="site grid flex-1 place-content-center justify-items-center gap-4 py-16 text-center">
      <img
        src={sceneNamed('dunes')}
        alt=""
        width={480}
        height={320}
        className="w-80 max-w-full rounded-card"
      />
      <p className="kicker mt-4">404</p>
      <h1 className="text-4xl">The road ends here</h1>
      <p className="text-ink-soft">There is no page at this address.</p>
      <Link to={paths.home} className="button button-primary">
        Back to home
      </Link>
    </div>
  );
}
