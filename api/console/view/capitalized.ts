/** A text with a capital at its beginning: `ships in full` as `Ships in full`. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
