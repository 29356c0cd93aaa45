/**
 * Removes the component schemas that nothing refers to. Each zod schema comes twice, as input and as output, and most are
 * used once. Sorts the others by name, because zod lists them in the order in which modules were loaded.
 */
export function pruneUnusedSchemas<T extends object>(document: T): T {
  const { components } = document as { components?: { schemas?: Record<string, unknown> } };
  const schemas = components?.schemas;
  if (!schemas) return document;
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit({ ...document, components: { ...components, schemas: {} } });
  const sorted = Object.fromEntries([...used].sort().map((name) => [name, schemas[name]]));
  return { ...document, components: { ...components, schemas: sorted } };
}
