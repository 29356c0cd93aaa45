import { runService } from '../api/run-service.ts';
import { serve } from './serve.ts';

// `npm start`: API and worker in one process.
runService(serve);
