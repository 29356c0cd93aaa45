import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { REGIONS, type Region } from './ground-table.ts';

/** The place of a ZIP, in degrees. */
export interface ZipPlace {
  readonly region: Region;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * The five digits of a destination as it was sent, without blanks around them and without the four digits of ZIP+4.
 * null: it is empty or malformed.
 */
export function parseZip(text: string): string | null {
  return /^(\d{5})(?:-\d{4})?$/.exec(text.trim())?.[1] ?? null;
}

/**
 * The place of a ZIP of five digits. If the reference data does not have the ZIP, the mean of the centroids of its
 * prefix of three digits; null: it does not have the prefix either. The data is read at the first use, which takes
 * about 50 ms.
 */
export function locateZip(zip: string): ZipPlace | null {
  const { zips, prefixes } = zipTable();
  return zips[Number(zip)] ?? prefixes[Number(zip.slice(0, 3))] ?? null;
}

/** Whether the reference data has a ZIP of five digits or its prefix. */
export function isKnownZip(zip: string): boolean {
  return locateZip(zip) !== null;
}

/** The ZIPs of the reference data that begin with these digits, in order; all for ''. */
export function zipsOfPrefix(digits: string): string[] {
  const { zips } = zipTable();
  const span = 10 ** (5 - digits.length);
  const first = Number(digits) * span;
  return Array.from({ length: span }, (_, index) => first + index)
    .filter((zip) => zips[zip] !== null)
    .map((zip) => String(zip).padStart(5, '0'));
}

/** Places by ZIP or prefix as a number; null: the reference data has none. */
interface ZipTable {
  readonly zips: readonly (ZipPlace | null)[];
  readonly prefixes: readonly (ZipPlace | null)[];
}

/** An entry of the reference data. */
interface ZipRecord {
  readonly latitude: number;
  readonly longitude: number;
  readonly state: string;
}

const REGION_NAMES = Object.keys(REGIONS) as Region[];
const REGION_OF_STATE = new Map(
  REGION_NAMES.flatMap((region) => REGIONS[region].states.map((state) => [state, region] as const)),
);

let table: ZipTable | undefined;

function zipTable(): ZipTable {
  table ??= buildZipTable(readZipRecords());
  return table;
}

/**
 * Reads the records of the package `zipcodes`. Its data file assigns one JSON object. To parse this as text takes a
 * third of the time and half of the memory of loading the module, and none of the memory is kept.
 */
function readZipRecords(): Map<string, ZipRecord> {
  const path = createRequire(import.meta.url).resolve('zipcodes/lib/codes.js');
  const source = readFileSync(path, 'utf8');
  const json = source.slice(source.indexOf('{'), source.indexOf(';\n'));
  return new Map(Object.entries(JSON.parse(json) as Record<string, ZipRecord>));
}

function buildZipTable(records: ReadonlyMap<string, ZipRecord>): ZipTable {
  const zips = new Array<ZipPlace | null>(100_000).fill(null);
  for (const [zip, record] of records) {
    const region = REGION_OF_STATE.get(record.state) ?? 'mainland';
    const gateway = REGIONS[region].gateway_zip;
    const { latitude, longitude } = gateway === undefined ? record : records.get(gateway)!;
    if (region === 'mainland' && !isOnMainland(latitude, longitude)) continue;
    zips[Number(zip)] = placeAt(region, latitude, longitude);
  }
  return { zips, prefixes: meansByPrefix(zips) };
}

/**
 * Whether a place can be right. Some centroids are mistakes (10200 has lost a sign); such a ZIP gets the place of its
 * prefix.
 */
function isOnMainland(latitude: number, longitude: number): boolean {
  return latitude > 24 && latitude < 50 && longitude > -125 && longitude < -66;
}

/** The places of prefixes: the region of most of its ZIPs, and the mean of their centroids. */
function meansByPrefix(zips: readonly (ZipPlace | null)[]): (ZipPlace | null)[] {
  return Array.from({ length: 1000 }, (_, prefix) => {
    const members = zips.slice(prefix * 100, (prefix + 1) * 100).filter((place) => place !== null);
    const [largest] = REGION_NAMES.map((region) => members.filter((place) => place.region === region)).sort(
      (a, b) => b.length - a.length,
    );
    if (largest?.[0] === undefined) return null;
    const mean = (of: 'latitude' | 'longitude') =>
      largest.reduce((sum, place) => sum + place[of], 0) / largest.length;
    return placeAt(largest[0].region, mean('latitude'), mean('longitude'));
  });
}

/** Degrees have single precision: lanes have always been computed with it. */
function placeAt(region: Region, latitude: number, longitude: number): ZipPlace {
  return { region, latitude: Math.fround(latitude), longitude: Math.fround(longitude) };
}
