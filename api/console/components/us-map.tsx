import { geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'us-atlas/states-albers-10m.json';
import { FONT_SIZE, placeLabels } from '../view/map-labels.ts';
import { arcBetween, type Coordinates, MAP_SIZE, placeOnMap } from '../view/us-map.ts';
import classes from './us-map.module.css';

/** A warehouse on the map. */
export interface MapSite {
  readonly id: string;
  /** '': none. */
  readonly label: string;
  readonly at: Coordinates;
  /** Ships something: drawn large, and with its lane. Otherwise drawn small. */
  readonly isChosen: boolean;
  /** Disabled: drawn as a ring. */
  readonly isOff?: boolean;
}

interface UsMapProps {
  /** What the picture shows, in words, for screen readers. */
  readonly label: string;
  readonly sites: readonly MapSite[];
  readonly destination?: { readonly label: string; readonly at: Coordinates };
}

const topology = atlas as unknown as Topology<{ states: GeometryCollection; nation: GeometryCollection }>;
const draw = geoPath();
const LAND = draw(feature(topology, topology.objects.nation)) ?? '';
const BORDERS = draw(mesh(topology, topology.objects.states, (a, b) => a !== b)) ?? '';

/** Of more sites only those with a lane have labels, and the others are points: most would be covered. */
const MANY_SITES = 60;

/** The United States with warehouses, a destination and the lanes of what ships. Places outside are not drawn. */
export default function UsMap({ label, sites, destination }: UsMapProps) {
  const placed = sites.flatMap((site) => {
    const point = placeOnMap(site.at);
    return point === null ? [] : [{ ...site, ...point }];
  });
  const end = destination ? placeOnMap(destination.at) : null;
  const isCrowded = placed.length > MANY_SITES;
  const isPoint = ({ isChosen }: MapSite) => isCrowded && (end === null || !isChosen);
  const radiusOf = (site: MapSite) => (isPoint(site) ? 5 : site.isChosen ? 11 : 8);
  const marks = placed
    .filter((site) => site.label !== '' && !isPoint(site))
    .toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen))
    .map(({ id, label: text, x, y }) => ({ id, text, x, y }));
  const labels = placeLabels(
    end && destination ? [{ id: '', text: destination.label, ...end }, ...marks] : marks,
  );
  return (
    <svg
      viewBox={`-8 -8 ${MAP_SIZE.width + 16} ${MAP_SIZE.height + 16}`}
      role="img"
      aria-label={label}
      className={classes.map}
    >
      <path d={LAND} className={classes.land} />
      <path d={BORDERS} className={classes.borders} />
      {end !== null &&
        placed
          .filter(({ isChosen }) => isChosen)
          .map((site) => <path key={site.id} d={arcBetween(site, end)} className={classes.lane} />)}
      {placed.map((site) => (
        <circle key={site.id} cx={site.x} cy={site.y} r={radiusOf(site)} className={siteClass(site)}>
          {/* A label may find no room. */}
          <title>{site.label}</title>
        </circle>
      ))}
      {end !== null && (
        <g className={classes.destination}>
          <circle cx={end.x} cy={end.y} r={11} />
          <circle cx={end.x} cy={end.y} r={4} />
        </g>
      )}
      {labels.map(({ id, text, anchor, x, y }) => (
        <text key={id} x={x} y={y} textAnchor={anchor} fontSize={FONT_SIZE} className={classes.label}>
          {text}
        </text>
      ))}
    </svg>
  );
}

function siteClass({ isChosen, isOff }: MapSite): string | undefined {
  if (isOff) return classes.off;
  return isChosen ? classes.chosen : classes.site;
}
