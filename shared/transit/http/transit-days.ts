import { z } from 'zod';

/** Days as carriers tell them. More than a year is a slip. */
export const transitDays = z.int().min(0).max(365);
