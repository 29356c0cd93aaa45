import ipaddr from 'ipaddr.js';

/** An address and how many of its bits count. */
export type IpRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** An address or a range in CIDR notation; null: it is neither. `::ffff:a.b.c.d` is IPv4. */
export function parseRange(text: string): IpRange | null {
  const [address = '', length, ...more] = text.split('/');
  if (more.length > 0 || (length !== undefined && !/^(0|[1-9]\d{0,2})$/.test(length))) return null;
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null;
  const parsed = ipaddr.parse(address);
  const bits = parsed.kind() === 'ipv4' ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > bits) return null;
  if (parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress()) {
    return prefix < 96 ? null : [(parsed as ipaddr.IPv6).toIPv4Address(), prefix - 96];
  }
  return [parsed, prefix];
}
