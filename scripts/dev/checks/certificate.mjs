// `npm run check certificate FILE`: checks the certificate of a run that was improved (docs/explanation/whole-window.md). It
// needs only Node, and none of the product's code: read it, or write your own. It finds out whether the floors hold (no
// assignment of the same units has fewer shipments, or costs less, by the prices that the certificate has), the routes are
// possible (the same units as alone, within eligibility and supply), and no order is worse off in shipments, days or cost.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const SHIPMENT = 1_000_000;
/** Of so many warehouses, the size of the largest sets that are tried. */
const mostTried = (count) => (count <= 12 ? count : count <= 20 ? 3 : 2);

/** The faults of a certificate, as sentences, and what it is about. */
export function checkCertificate(text) {
  const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const [run] = lines;
  const windows = [];
  for (const line of lines.slice(1))
    if (line.type === 'window') windows.push([line]);
    else windows.at(-1)?.push(line);
  const faults = windows.flatMap(windowFaults);
  const check = (name, get = (window) => window[name]) => {
    const sum = windows.reduce((all, [window]) => all + get(window), 0);
    if (run[name] !== sum) faults.push(`${name} is ${run[name]}, but the windows have ${sum}.`);
  };
  for (const name of ['floor', 'shipments_before', 'shipments_after']) check(name);
  if ('cost_floor_cents' in run) check('cost_floor_cents', (window) => Math.floor(window.cost_floor / 100));
  return { run, orders: lines.filter(({ type }) => type === 'order').length, faults };
}

/** Orders that were improved together: a line of type window, and those that follow it. */
function windowFaults([window, ...lines]) {
  const of = (type) => lines.filter((line) => line.type === type);
  const supply = new Map(of('supply').map((line) => [line.sku, line]));
  const eligible = new Map(of('eligible').map(({ id, warehouse_ids }) => [id, warehouse_ids]));
  const orders = of('order');
  const { split_penalty = 0, floor, floor_millionths, shipments_before, shipments_after } = window;
  const byShipments = { name: 'floor_millionths', prices: 'prices', charge: () => SHIPMENT, unit: () => 0 };
  const byCost = {
    ...{ name: 'cost_floor', prices: 'cost_prices', less: split_penalty },
    charge: ({ costs }, id) => costs[id][0] + split_penalty,
    unit: ({ costs }, sku, id) => costs[id][sku + 1],
  };
  const bounds = [byShipments, byCost].filter(({ name }) => name in window);
  const faults = [
    ...bounds.flatMap((by) => boundFaults(window, by, supply, eligible, orders)),
    ...['alone', 'final'].flatMap((route) => supplyFaults(supply, orders, route)),
    ...orders.flatMap((order) => orderFaults(order, eligible, window)),
  ];
  if ((floor - 1) * SHIPMENT >= floor_millionths)
    faults.push(`The floor of ${floor} shipments is above ${floor_millionths} millionths.`);
  const counts = ['alone', 'final'].map((route) => orders.flatMap((order) => order[route]).length);
  if (shipments_before !== counts[0] || shipments_after !== counts[1])
    faults.push(
      `The orders have ${counts.join(' and ')} shipments, not ${shipments_before} and ${shipments_after}.`,
    );
  return faults;
}

/** Whether the least that all orders pay at the prices, less the value of the supply, is what the window says. */
function boundFaults(window, by, supply, eligible, orders) {
  let sum = 0n;
  for (const { sku, units, [by.prices]: prices } of supply.values())
    for (const [id, price] of Object.entries(prices)) {
      if (!Number.isSafeInteger(price) || price < 0) return [`The price of ${sku} at ${id} is ${price}.`];
      sum -= BigInt(price) * BigInt(units[id] ?? 0);
    }
  for (const order of orders)
    if (order.skus.length > 0) sum += BigInt(leastTerm(order, by, supply, eligible) - (by.less ?? 0));
  const said = window[by.name];
  return sum === BigInt(said) ? [] : [`The prices give ${sum}, not the ${by.name} of ${said}.`];
}

/** The least that an order pays for its shipments and units, or less. */
function leastTerm(order, by, supply, eligible) {
  const skus = order.skus.map(({ sku, units: needed, eligible: set, whole = false }, nth) => {
    const { units, [by.prices]: prices } = supply.get(sku) ?? { units: {} };
    const sources = eligible
      .get(set)
      .filter((id) => units[id] >= (whole ? needed : 1) && !(id in (order.too_late ?? {})))
      .map((id) => ({ id, units: units[id], price: (prices[id] ?? 0) + by.unit(order, nth, id) }));
    return { needed, sources: sources.sort((left, right) => left.price - right.price) };
  });
  const charge = (id) => by.charge(order, id);
  const ids = new Set(skus.flatMap(({ sources }) => sources.map(({ id }) => id)));
  for (const id of ids) if ([...ids].some((other) => dominates(skus, charge, other, id))) ids.delete(id);
  const charges = [...ids].map(charge).sort((left, right) => left - right);
  const chargesOf = (size) => charges.slice(0, size).reduce((sum, each) => sum + each, 0);
  const cheapest = priceWithin(skus, [...ids]);
  let least = Number.POSITIVE_INFINITY;
  for (let size = 1; chargesOf(size) + cheapest < least; size++) {
    const largest = Math.min(order.most, ids.size);
    if (size > Math.min(largest, mostTried(ids.size)))
      return size > largest ? least : chargesOf(size) + cheapest;
    for (const set of setsOf([...ids], size)) {
      const charged = set.reduce((sum, id) => sum + charge(id), 0);
      if (charged + cheapest < least) least = Math.min(least, charged + priceWithin(skus, set));
    }
  }
  return least;
}

/** Whether a warehouse can always ship instead of another one: all of each of its SKUs, for no more. */
function dominates(skus, charge, other, id) {
  if (other === id || charge(other) > charge(id)) return false;
  return skus.every(({ needed, sources }) => {
    const [own, its] = [id, other].map((wanted) => sources.find((source) => source.id === wanted));
    return own === undefined || (its?.units >= needed && its.price <= own.price);
  });
}

function priceWithin(skus, set) {
  let sum = 0;
  for (const { needed, sources } of skus) {
    let open = needed;
    for (const { id, units, price } of sources) {
      if (open === 0 || !set.includes(id)) continue;
      const given = Math.min(open, units);
      sum += given * price;
      open -= given;
    }
    if (open > 0) return Number.POSITIVE_INFINITY;
  }
  return sum;
}

function* setsOf(ids, size, from = 0) {
  if (size === 0) yield [];
  for (let at = from; size > 0 && at < ids.length; at++)
    for (const rest of setsOf(ids, size - 1, at + 1)) yield [ids[at], ...rest];
}

function supplyFaults(supply, orders, route) {
  const used = new Map();
  for (const { warehouse_id, lines } of orders.flatMap((order) => order[route]))
    for (const { sku, units } of lines) {
      const key = JSON.stringify([sku, warehouse_id]);
      used.set(key, (used.get(key) ?? 0) + units);
    }
  return [...used].flatMap(([key, units]) => {
    const [sku, id] = JSON.parse(key);
    const had = supply.get(sku)?.units[id] ?? 0;
    return units > had ? [`${units} units of ${sku} ship from ${id}, which has ${had} (${route}).`] : [];
  });
}

function orderFaults({ order_id, skus, alone, final, costs, most, too_late = {} }, eligible, window) {
  const mostLater = window.most_days_later ?? Number.POSITIVE_INFINITY;
  const faults = lossFaults(alone, final, mostLater);
  if (alone.length > most || final.length > most) faults.push(`has more than ${most} shipments`);
  for (const { warehouse_id: id } of [...alone, ...final])
    if (id in too_late) faults.push(`ships from ${id}, which is left out as too late`);
  for (const [id, days] of Object.entries(too_late))
    if (leastLater(alone, days) <= mostLater)
      faults.push(`may ship from ${id}, which is left out as too late`);
  for (const { sku, units, eligible: set, whole } of skus) {
    for (const route of [alone, final]) {
      const from = route.filter(({ lines }) => lines.some((line) => line.sku === sku));
      const shipped = from.flatMap(({ lines }) => lines.filter((line) => line.sku === sku));
      const sum = shipped.reduce((all, line) => all + line.units, 0);
      if (sum !== units || shipped.some((line) => !(line.units > 0)))
        faults.push(`ships ${sum} units of ${sku} instead of ${units}`);
      if (whole && from.length > 1) faults.push(`splits ${sku}`);
      for (const { warehouse_id: id } of from)
        if (!eligible.get(set).includes(id)) faults.push(`ships ${sku} from ${id}, which may not ship it`);
    }
  }
  const place = new Map(skus.map(({ sku }, nth) => [sku, nth]));
  if (final.some(({ lines }) => lines.length === 0 || lines.some(({ sku }) => !place.has(sku))))
    faults.push('has a shipment of nothing, or of what was not ordered');
  for (const { warehouse_id: id, cost, lines } of costs ? [...alone, ...final] : []) {
    const [fixed, ...unit] = costs[id] ?? [0];
    const least = lines.reduce((sum, { sku, units }) => sum + units * (unit[place.get(sku)] ?? 0), fixed);
    if (BigInt(cost ?? 0) < BigInt(least)) faults.push(`costs ${cost} from ${id}, and at least ${least}`);
  }
  return faults.map((fault) => `Order ${order_id} ${fault}.`);
}

/** In what an order is worse off than alone. */
function lossFaults(alone, final, mostDaysLater) {
  const faults = [];
  if (final.length > alone.length) faults.push(`has ${final.length} shipments instead of ${alone.length}`);
  const later = daysLater(alone, final);
  if (later > mostDaysLater) faults.push(`arrives ${later} days later`);
  const unpriced = (route) => route.filter(({ cost }) => cost === null).length;
  if (unpriced(final) > unpriced(alone)) faults.push('has more shipments without a price');
  const costOf = (route) => route.reduce((sum, { cost }) => sum + BigInt(cost ?? 0), 0n);
  if (costOf(final) > costOf(alone)) faults.push(`costs ${costOf(final)} instead of ${costOf(alone)}`);
  return faults;
}

/** By delivery dates where all shipments have one, else by transit days; null is later than any. */
function daysLater(alone, final) {
  const isDated = [...alone, ...final].every(({ delivery_date }) => delivery_date !== undefined);
  const daysOf = ({ delivery_date, transit_days }) =>
    isDated ? Date.parse(delivery_date) / 86_400_000 : (transit_days ?? Number.POSITIVE_INFINITY);
  const [before, after] = [alone, final].map((route) => Math.max(0, ...route.map(daysOf)));
  return after <= before ? 0 : after - before;
}

/** By how many days a route with a shipment is later at least, whether dates or transit days are compared in the end. */
function leastLater(alone, shipment) {
  const byTransit = alone.map(({ transit_days }) => ({ transit_days }));
  return Math.min(daysLater(alone, [shipment]), daysLater(byTransit, [shipment]));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { run, orders, faults } = checkCertificate(readFileSync(process.argv[2], 'utf8'));
  for (const fault of faults) console.error(fault);
  console.log(
    `${orders} orders: ${run.shipments_before} shipments one by one, ${run.shipments_after} improved, at least ${run.floor}.`,
  );
  console.log(faults.length === 0 ? 'The certificate holds.' : `${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
