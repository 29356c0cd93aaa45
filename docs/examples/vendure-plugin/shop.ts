// A shop to try the plugin with, in memory: three products at two stock locations. Without WRS_URL it has no plugin.
import {
  bootstrap,
  DefaultLogger,
  dummyPaymentHandler,
  LanguageCode,
  LogLevel,
  Populator,
  ProductService,
  ProductVariantService,
  RequestContextService,
  StockLocationService,
  TaxCategoryService,
} from '@vendure/core';
import { WarehouseRoutingPlugin } from './warehouse-routing/plugin';

process.env.VENDURE_DISABLE_TELEMETRY ??= 'true';
const { WRS_URL, WRS_API_KEY = '', PORT = '3100' } = process.env;
const LOCATIONS = ['EWR1', 'ONT1'];
/** SKU, units on hand at each location, and the threshold: -10 admits ten units of back orders. */
const STOCK: [string, number[], number][] = [
  ['CHAIR', [10, 15], 0],
  ['LAMP', [10, 3], 0],
  ['SOFA', [2, 0], -10],
];

void main();

async function main() {
  const app = await bootstrap({
    apiOptions: { port: Number(PORT), adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
    authOptions: { tokenMethod: 'bearer' },
    dbConnectionOptions: { type: 'sqljs', synchronize: true },
    paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
    logger: new DefaultLogger({ level: LogLevel.Info, timestamp: false }),
    plugins: WRS_URL ? [WarehouseRoutingPlugin.init({ url: WRS_URL, apiKey: WRS_API_KEY })] : [],
  });
  await app.get(Populator).populateInitialData({
    defaultLanguage: LanguageCode.en,
    defaultZone: 'Americas',
    countries: [{ code: 'US', name: 'United States of America', zone: 'Americas' }],
    taxRates: [{ name: 'Standard', percentage: 0 }],
    shippingMethods: [{ name: 'Parcel', price: 500 }],
    paymentMethods: [
      {
        name: 'Dummy',
        handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
      },
    ],
    collections: [],
  });

  const ctx = await app.get(RequestContextService).create({ apiType: 'admin' });
  const locationIds = [];
  const locations = app.get(StockLocationService);
  const first = await locations.defaultStockLocation(ctx);
  for (const [index, name] of LOCATIONS.entries()) {
    const location =
      index === 0
        ? await locations.update(ctx, { id: first.id, name })
        : await locations.create(ctx, { name });
    locationIds.push(location.id);
  }
  const [taxCategory] = (await app.get(TaxCategoryService).findAll(ctx)).items;
  for (const [sku, units, outOfStockThreshold] of STOCK) {
    const named = { languageCode: LanguageCode.en, name: sku };
    const product = await app
      .get(ProductService)
      .create(ctx, { enabled: true, translations: [{ ...named, slug: sku.toLowerCase(), description: '' }] });
    await app.get(ProductVariantService).create(ctx, [
      {
        productId: product.id,
        sku,
        price: 1000,
        taxCategoryId: taxCategory!.id,
        translations: [named],
        outOfStockThreshold,
        useGlobalOutOfStockThreshold: false,
        stockLevels: locationIds.map((stockLocationId, index) => ({
          stockLocationId,
          stockOnHand: units[index]!,
        })),
      },
    ]);
  }
  console.log(`The shop has its stock: http://localhost:${PORT}/admin-api`);
}
