import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './console.css';
import { createRoot } from 'react-dom/client';
import { Providers } from './providers.tsx';

createRoot(document.getElementById('root')!).render(<Providers />);
