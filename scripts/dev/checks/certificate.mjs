// `npm run check certificate FILE`: checks the certificate of a run that was improved (docs/explanation/whole-window.md). It
// needs nothing but Node, and none of the product's code: read it, or write your own. It finds out
// - the floor: no assignment of the same units has fewer shipments, by the prices that the certificate has;
// - that the routes are possible: the same units as alone, from warehouses that may ship them, within the supply;
// - that no order is worse off than alone: not in shipments, not in days, not in cost.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const SHIPMENT = 1_000_000;
const FEW_WAREHOUSES = 12;
const MOST_TRIED = 3;
const DAY = 86_400_000;

/** The faults of a certificate, as sentences, and what it is about. */
export function checkCertificate(text) {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const [run] = lines;
  const windows = [];
  for (const line of lines.slice(1)) {
    if (line.type === 'window') windows.push([line]);
    else windows.at(-1)?.push(line);
  }
  const counts = windows.flatMap(([window]) => window);
  const faults = [
    ...windows.flatMap(windowFaults),
    ...['floor', 'shipments_before', 'shipments_after'].flatMap((name) => {
      const sum = counts.reduce((all, window) => all + window[name], 0);
      return run[name] === sum ? [] : [`${name} is ${run[name]}, but the windows have ${sum}.`];
    }),
  ];
  return { run, orders: lines.filter(({ type }) => type === 'order').length, faults };
}

/** Orders that were improved together: a line of type window, and those that follow it. */
function windowFaults([window, ...lines]) {
  const of = (type) => lines.filter((line) => line.type === type);
  const supply = new Map(of('supply').map((line) => [line.sku, line]));
  const eligible = new Map(of('eligible').map(({ id, warehouse_ids }) => [id, warehouse_ids]));
  const orders = of('order');
  return [
    ...floorFaults(window, supply, eligible, orders),
    ...supplyFaults(supply, orders),
    ...orders.flatMap((order) => orderFaults(order, eligible, window.most_days_later)),
    ...countFaults(window, orders),
  ];
}

function floorFaults(window, supply, eligible, orders) {
  const faults = [];
  let sum = 0n;
  for (const { sku, units, prices } of supply.values()) {
    for (const [id, price] of Object.entries(prices)) {
      if (!Number.isSafeInteger(price) || price < 0) faults.push(`The price of ${sku} at ${id} is ${price}.`);
      else sum -= BigInt(price) * BigInt(units[id] ?? 0);
    }
  }
  if (faults.length > 0) return faults;
  for (const { skus } of orders) if (skus.length > 0) sum += BigInt(leastTerm(skus, supply, eligible));
  if (sum !== BigInt(window.floor_millionths)) {
    faults.push(`The prices give ${sum} millionths of a shipment, not ${window.floor_millionths}.`);
  }
  if (BigInt(window.floor - 1) * BigInt(SHIPMENT) >= sum) {
    faults.push(`The floor of ${window.floor} shipments is above ${sum} millionths.`);
  }
  return faults;
}

/** The least that an order pays for its shipments and units, or less. */
function leastTerm(skus, supply, eligible) {
  const priced = skus.map(({ sku, units: needed, eligible: set, whole = false }) => {
    const { units = {}, prices = {} } = supply.get(sku) ?? {};
    const sources = eligible
      .get(set)
      .map((id) => ({ id, units: units[id] ?? 0, price: prices[id] ?? 0 }))
      .filter((source) => source.units >= (whole ? needed : 1))
      .sort((left, right) => left.price - right.price);
    return { needed, sources };
  });
  const ids = [...new Set(priced.flatMap(({ sources }) => sources.map(({ id }) => id)))];
  const cheapest = priceWithin(priced, ids);
  const isFew = ids.length <= FEW_WAREHOUSES;
  let least = Number.POSITIVE_INFINITY;
  for (let size = 1; size * SHIPMENT + cheapest < least; size++) {
    if (size > (isFew ? ids.length : MOST_TRIED)) return isFew ? least : size * SHIPMENT + cheapest;
    for (const set of setsOf(ids, size)) least = Math.min(least, size * SHIPMENT + priceWithin(priced, set));
  }
  return least;
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

function supplyFaults(supply, orders) {
  const faults = [];
  for (const route of ['alone', 'final']) {
    const used = new Map();
    for (const order of orders)
      for (const { warehouse_id, lines } of order[route])
        for (const { sku, units } of lines) {
          const key = JSON.stringify([sku, warehouse_id]);
          used.set(key, (used.get(key) ?? 0) + units);
        }
    for (const [key, units] of used) {
      const [sku, id] = JSON.parse(key);
      const had = supply.get(sku)?.units[id] ?? 0;
      if (units > had) faults.push(`${units} units of ${sku} ship from ${id}, which has ${had} (${route}).`);
    }
  }
  return faults;
}

function orderFaults({ order_id, skus, alone, final, redecided = false }, eligible, mostDaysLater) {
  const faults = [];
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
  const known = new Set(skus.map(({ sku }) => sku));
  if (final.some(({ lines }) => lines.length === 0 || lines.some(({ sku }) => !known.has(sku))))
    faults.push('has a shipment of nothing, or of what was not ordered');
  // What it lost another request took, never an exchange.
  if (!redecided) faults.push(...lossFaults(alone, final, mostDaysLater));
  return faults.map((fault) => `Order ${order_id} ${fault}.`);
}

/** In what an order is worse off than alone. */
function lossFaults(alone, final, mostDaysLater) {
  const faults = [];
  if (final.length > alone.length) faults.push(`has ${final.length} shipments instead of ${alone.length}`);
  const later = daysLater(alone, final);
  if (later > (mostDaysLater ?? Number.POSITIVE_INFINITY)) faults.push(`arrives ${later} days later`);
  const [before, after] = [alone, final].map(costOf);
  if (after.unpriced > before.unpriced) faults.push('has more shipments without a price');
  if (after.cents > before.cents) faults.push(`costs ${after.cents} cents instead of ${before.cents}`);
  return faults;
}

/** By delivery dates where all shipments have one, else by transit days; null is later than any. */
function daysLater(alone, final) {
  if (alone.length === 0 || final.length === 0) return 0;
  const isDated = [...alone, ...final].every(({ delivery_date }) => delivery_date !== undefined);
  const last = (route) =>
    Math.max(
      ...route.map(({ delivery_date, transit_days }) =>
        isDated ? Date.parse(delivery_date) / DAY : (transit_days ?? Number.POSITIVE_INFINITY),
      ),
    );
  return last(final) <= last(alone) ? 0 : last(final) - last(alone);
}

function costOf(route) {
  const priced = route.filter(({ cost_cents }) => cost_cents != null);
  const unpriced = route.filter(({ cost_cents }) => cost_cents === null).length;
  return { unpriced, cents: priced.reduce((sum, { cost_cents }) => sum + BigInt(cost_cents), 0n) };
}

function countFaults(window, orders) {
  const count = (route) => orders.reduce((sum, order) => sum + order[route].length, 0);
  return Object.entries({ shipments_before: count('alone'), shipments_after: count('final') })
    .filter(([name, counted]) => window[name] !== counted)
    .map(([name, counted]) => `${name} is ${window[name]}, but the orders have ${counted} shipments.`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { run, orders, faults } = checkCertificate(readFileSync(process.argv[2], 'utf8'));
  for (const fault of faults) console.error(fault);
  const { shipments_before: before, shipments_after: after, floor } = run;
  console.log(`${orders} orders: ${before} shipments one by one, ${after} improved, at least ${floor}.`);
  console.log(faults.length === 0 ? 'The certificate holds.' : `${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
