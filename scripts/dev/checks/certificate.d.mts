/** What a certificate says, and its faults as sentences. */
export function checkCertificate(text: string): {
  readonly run: Readonly<Record<string, unknown>>;
  readonly orders: number;
  readonly faults: string[];
};
