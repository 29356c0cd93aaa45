import { usePlaces } from '../../client/places.ts';
import { useWarehouses } from '../../client/warehouses.ts';
import { Hint } from '../../components/hint.tsx';
import { LazyMap } from '../../components/lazy-map.tsx';
import { counted, whole } from '../../view/numbers.ts';
import { shortenMiddle } from '../../view/shorten.ts';
import { movedUnits, warehouseRows } from './figures.ts';
import { useFirstChanges, type WhatIf } from './use-what-ifs.ts';
import { signed } from './what-if-text.ts';

/** The most arrows, so that the map stays readable. */
const MAX_ARROWS = 12;

/** A map of what each warehouse ships more or less, and of the units that move from one to another. */
export function FlowMap({ whatIf }: { whatIf: WhatIf }) {
  const warehouses = useWarehouses();
  const changes = useFirstChanges(whatIf);
  const zipOf = new Map(warehouses.data?.map(({ warehouse_id, zip }) => [warehouse_id, zip]));
  const places = usePlaces([...zipOf.values()]);
  const units = new Map(
    warehouseRows(whatIf).map(({ warehouse_id: id, now, drafted }) => [id, drafted.units - now.units]),
  );
  const sites = [...zipOf].flatMap(([id, zip]) => {
    const at = places.data?.get(zip);
    if (!at) return [];
    const more = units.get(id) ?? 0;
    const label = shortenMiddle(id, 12) + (more === 0 ? '' : ` ${signed(more)}`);
    return [{ id, label, at, isChosen: more !== 0, isOff: more < 0 }];
  });
  const moved = movedUnits(changes.data ?? []);
  const flows = moved.slice(0, MAX_ARROWS).map(({ from, to, units: weight }) => ({ from, to, weight }));
  const [most] = moved;
  const of =
    (changes.data?.length ?? 0) < whatIf.orders_changed
      ? `the first ${whole(changes.data?.length ?? 0)} of `
      : '';
  return (
    <>
      <LazyMap
        label={`Map: ${counted([...units.values()].filter((more) => more > 0).length, 'warehouse')} would ship more units, ${counted([...units.values()].filter((more) => more < 0).length, 'warehouse')} fewer.`}
        sites={sites}
        flows={flows}
      />
      <Hint size="xs">
        Filled: ships more units with the draft. Ring: fewer.
        {most &&
          ` Arrows: units that another warehouse ships, of ${of}${counted(whatIf.orders_changed, 'changed order')}${moved.length > MAX_ARROWS ? `; the ${MAX_ARROWS} largest of ${moved.length}` : ''}. The widest: ${counted(most.units, 'unit')} from ${most.from} to ${most.to}.`}
      </Hint>
    </>
  );
}
