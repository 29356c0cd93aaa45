// A shop to try the recipe with: three products at two stock locations.
import type { ExecArgs } from '@medusajs/framework/types';
import { Modules, ProductStatus } from '@medusajs/framework/utils';
import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from '@medusajs/medusa/core-flows';

const LOCATIONS = ['EWR1', 'ONT1'];
/** SKU, units at each location, and whether more may be ordered. */
const STOCK: [string, number[], boolean][] = [
  ['CHAIR', [10, 15], false],
  ['LAMP', [10, 3], true],
  ['SOFA', [2, 0], true],
];

export default async function seed({ container }: ExecArgs) {
  const link = container.resolve('link');
  const fulfillment = container.resolve(Modules.FULFILLMENT);

  const { result: channels } = await createSalesChannelsWorkflow(container).run({
    input: { salesChannelsData: [{ name: 'Shop' }] },
  });
  const channel = channels[0]!.id;
  const { result: keys } = await createApiKeysWorkflow(container).run({
    input: {
      api_keys: [
        { title: 'Shop', type: 'publishable', created_by: '' },
        { title: 'Admin', type: 'secret', created_by: '' },
      ],
    },
  });
  await linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: keys[0]!.id, add: [channel] } });
  const { result: regions } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: 'US',
          currency_code: 'usd',
          countries: ['us'],
          payment_providers: ['pp_system_default'],
        },
      ],
    },
  });
  const { result: profiles } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: 'Parcels', type: 'default' }] },
  });
  const { result: locations } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: LOCATIONS.map((name) => ({ name, address: { address_1: '', country_code: 'us' } })),
    },
  });
  for (const { id, name } of locations) {
    await linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id, add: [channel] } });
    await link.create({
      [Modules.STOCK_LOCATION]: { stock_location_id: id },
      [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' },
    });
    const { id: fulfillment_set_id, service_zones } = await fulfillment.createFulfillmentSets({
      name,
      type: 'shipping',
      service_zones: [{ name, geo_zones: [{ type: 'country', country_code: 'us' }] }],
    });
    await link.create({
      [Modules.STOCK_LOCATION]: { stock_location_id: id },
      [Modules.FULFILLMENT]: { fulfillment_set_id },
    });
    await createShippingOptionsWorkflow(container).run({
      input: [
        {
          name: `Parcel from ${name}`,
          price_type: 'flat',
          provider_id: 'manual_manual',
          service_zone_id: service_zones[0]!.id,
          shipping_profile_id: profiles[0]!.id,
          type: { label: 'Parcel', description: '', code: 'parcel' },
          prices: [{ region_id: regions[0]!.id, amount: 5 }],
        },
      ],
    });
  }

  await createProductsWorkflow(container).run({
    input: {
      products: STOCK.map(([sku, , allow_backorder]) => ({
        title: sku,
        status: ProductStatus.PUBLISHED,
        shipping_profile_id: profiles[0]!.id,
        sales_channels: [{ id: channel }],
        options: [{ title: 'Size', values: ['One'] }],
        variants: [
          {
            title: 'One',
            sku,
            allow_backorder,
            options: { Size: 'One' },
            prices: [{ currency_code: 'usd', amount: 10 }],
          },
        ],
      })),
    },
  });
  const items = await container.resolve(Modules.INVENTORY).listInventoryItems({});
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: STOCK.flatMap(([sku, units]) =>
        locations.map(({ id }, index) => ({
          location_id: id,
          inventory_item_id: items.find((item) => item.sku === sku)!.id,
          stocked_quantity: units[index]!,
        })),
      ),
    },
  });
  console.log(`Key of the shop: ${keys[0]!.token}\nKey of the administrator: ${keys[1]!.token}`);
}
