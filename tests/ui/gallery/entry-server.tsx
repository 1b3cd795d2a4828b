import { renderToString } from 'react-dom/server';
import { GalleryPage, type PageName } from './pages.tsx';

export const render = (name: PageName) => renderToString(<GalleryPage name={name} />);

export { pageNames } from './pages.tsx';
