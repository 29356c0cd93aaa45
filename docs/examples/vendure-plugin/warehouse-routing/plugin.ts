import {
  EventBus,
  PluginCommonModule,
  ProcessContext,
  TransactionalConnection,
  type Type,
  VendurePlugin,
} from '@vendure/core';
import type { WarehouseRoutingOptions } from './options';
import { RoutedStockLocationStrategy } from './routed-stock-location-strategy';
import { StockPush } from './stock-push';

/** Lets the warehouse routing service decide from which stock locations an order is allocated, and keeps its stock up to date. */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.1.0',
  configuration: (config) => {
    config.catalogOptions.stockLocationStrategy = new RoutedStockLocationStrategy(
      WarehouseRoutingPlugin.options,
    );
    return config;
  },
  providers: [
    {
      provide: StockPush,
      inject: [TransactionalConnection, EventBus, ProcessContext],
      useFactory: (connection: TransactionalConnection, eventBus: EventBus, context: ProcessContext) =>
        new StockPush(WarehouseRoutingPlugin.options, connection, eventBus, context),
    },
  ],
})
// biome-ignore lint/complexity/noStaticOnlyClass: Vendure makes plugins of classes.
export class WarehouseRoutingPlugin {
  static options: WarehouseRoutingOptions;

  static init(options: WarehouseRoutingOptions): Type<WarehouseRoutingPlugin> {
    WarehouseRoutingPlugin.options = options;
    return WarehouseRoutingPlugin;
  }
}
