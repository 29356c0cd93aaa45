import { runProcess } from '../shared/foundation/config/run-process.ts';
import { serve } from './serve.ts';

// `npm start`: API and worker in one process.
runProcess(serve);
