import { z } from 'zod';

/** Transit days of a carrier's answer. More than a year is a mistake. */
export const carrierDays = z.int().min(0).max(365);
