/**
 * Removes `readOnly` from the schemas of a document. zod writes it for a value that the code does not change. In OpenAPI
 * it means a member that requests must not have.
 */
export function withoutReadOnly<T extends object>(document: T): T {
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name === 'readOnly' && value === true ? undefined : value,
  );
}
