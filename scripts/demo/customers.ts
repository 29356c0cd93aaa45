import { zipsOfPrefix } from '../../shared/transit/zip-codes.ts';
import { createLottery, type Random } from './random.ts';

/** People of the United States, in thousands, 2020 census. */
const POPULATION = 331_449;

/**
 * The forty largest metropolitan statistical areas: people in thousands (2020 census) and the three-digit
 * prefixes of most of their ZIPs, ranges as `first-last`.
 */
const METROS: readonly (readonly [name: string, population: number, prefixes: string])[] = [
  ['New York', 20_140, '070-079 100-104 110-119'],
  ['Los Angeles', 13_201, '900-908 910-918 926-928'],
  ['Chicago', 9_619, '600-608'],
  ['Dallas', 7_637, '750-753 760-762'],
  ['Houston', 7_122, '770-775'],
  ['Washington', 6_385, '200 201 208 209 220-223'],
  ['Philadelphia', 6_245, '080 081 190-194'],
  ['Miami', 6_138, '330-334'],
  ['Atlanta', 6_090, '300-303'],
  ['Boston', 4_942, '018-024'],
  ['Phoenix', 4_846, '850-853'],
  ['San Francisco', 4_749, '940 941 943-946'],
  ['Riverside', 4_600, '922-925'],
  ['Detroit', 4_392, '480-483'],
  ['Seattle', 4_019, '980-984'],
  ['Minneapolis', 3_690, '550 551 553 554'],
  ['San Diego', 3_299, '919-921'],
  ['Tampa', 3_175, '335-337 346'],
  ['Denver', 2_964, '800-804'],
  ['Baltimore', 2_844, '210-212'],
  ['St. Louis', 2_820, '620 622 630 631'],
  ['Orlando', 2_673, '327 328 347'],
  ['Charlotte', 2_660, '280-282'],
  ['San Antonio', 2_558, '780-782'],
  ['Portland', 2_513, '970-972'],
  ['Sacramento', 2_397, '956-958'],
  ['Pittsburgh', 2_370, '150-152'],
  ['Austin', 2_283, '786 787'],
  ['Las Vegas', 2_265, '890 891'],
  ['Cincinnati', 2_257, '410 450-452'],
  ['Kansas City', 2_192, '640 641 660-662'],
  ['Columbus', 2_139, '430-432'],
  ['Indianapolis', 2_111, '460-462'],
  ['Cleveland', 2_088, '440 441'],
  ['San Jose', 2_000, '950 951'],
  ['Nashville', 1_990, '370-372'],
  ['Virginia Beach', 1_780, '233-236'],
  ['Providence', 1_677, '028 029'],
  ['Jacksonville', 1_606, '320 322'],
  ['Milwaukee', 1_575, '530-532'],
];

/**
 * Draws destination ZIPs about as the population is spread: large metropolitan areas by their size, with equal chances for
 * the ZIPs of an area, and for all other people equal chances for the ZIPs of the country.
 */
export function createCustomers(): (random: Random) => string {
  const areas = METROS.map(([, population, prefixes]) => ({
    population,
    zips: prefixes.split(' ').flatMap(expand).flatMap(zipsOfPrefix),
  }));
  const elsewhere = POPULATION - areas.reduce((sum, area) => sum + area.population, 0);
  const drawArea = createLottery(
    [...areas, { population: elsewhere, zips: zipsOfPrefix('') }],
    (area) => area.population,
  );
  return (random) => random.pick(drawArea(random).zips);
}

function expand(range: string): string[] {
  const [first, last = first] = range.split('-') as [string, string?];
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
    String(Number(first) + index).padStart(3, '0'),
  );
}
