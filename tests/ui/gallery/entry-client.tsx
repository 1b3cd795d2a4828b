import '#app/ui/styles/app.css';
import { hydrateRoot } from 'react-dom/client';
import { supportInvokers } from '#app/ui/dialog/invokers.ts';
import { GalleryPage, type PageName } from './pages.tsx';

supportInvokers();
document.documentElement.classList.add('js');
const root = document.getElementById('gallery');
if (root) hydrateRoot(root, <GalleryPage name={root.dataset['page'] as PageName} />);
