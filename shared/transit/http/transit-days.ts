import { z } from 'zod';

/** Days as carriers answer them. More than a year is a slip. */
export const carrierDays = z.int().min(0).max(365);
