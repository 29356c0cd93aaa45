// `npm run build`: everything that `npm start` would make first.
import { bootstrap } from './bootstrap.mjs';

bootstrap();
