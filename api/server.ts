import { runService } from './run-service.ts';
import { startService } from './start-service.ts';

// The API as a process of its own.
runService(startService);
