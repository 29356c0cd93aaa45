import { Module } from '@medusajs/framework/utils';
import { WarehouseRouting } from './service';

export default Module('warehouse_routing', { service: WarehouseRouting });
