import type { StockOfAccounts } from '../../account/change-account.ts';
import { clearStock } from './clear-stock.ts';
import { countReserving } from './reserving-orders.ts';

/** For whatever changes accounts. */
export const STOCK_OF_ACCOUNTS: StockOfAccounts = { clearStock, countReserving };
