import { sendChanges } from '../modules/warehouse-routing/stock';

/** Sends all stock after a start, and what could not be sent earlier. */
export default sendChanges;

export const config = { name: 'send-changes', schedule: '* * * * *' };
