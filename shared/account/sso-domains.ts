import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { PrismaDatabase } from '../db/database.ts';
import type { Prisma, SsoDomain } from '../db/generated/client.ts';
import { AppError } from '../foundation/errors/app-error.ts';
import { validationFailed } from '../foundation/errors/faults.ts';
import type { Mailer } from '../foundation/mailer.ts';
import { type AccountEditor, SERVICE } from '../identity/actor.ts';
import { writeAudit } from '../identity/audit.ts';
import { domainLostMail } from '../identity/mails.ts';
import { type AccountAct, changeAccess } from './change-account.ts';

/** The texts of the TXT records of a name; none if there is no such name. Rejects if DNS does not answer. */
export type TxtLookup = (name: string) => Promise<readonly string[]>;

/** By the name servers of the machine. */
export async function lookUpTxt(name: string): Promise<string[]> {
  try {
    const records = await new Resolver({ timeout: 3000, tries: 2 }).resolveTxt(name);
    return records.map((chunks) => chunks.join(''));
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Anybody can have an address there, so none of them is a company's. */
const PUBLIC_MAIL = new Set(
  (
    '126.com 163.com aol.com free.fr fastmail.com gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com ' +
    'hotmail.co.uk hotmail.com hotmail.de hotmail.fr icloud.com laposte.net libero.it live.com mac.com mail.com mail.ru me.com ' +
    'msn.com naver.com orange.fr outlook.com outlook.de pm.me posteo.de proton.me protonmail.com qq.com rocketmail.com ' +
    't-online.de tutanota.com web.de yahoo.co.jp yahoo.co.uk yahoo.com yahoo.de yahoo.fr yandex.com yandex.ru ymail.com zoho.com'
  ).split(' '),
);

const OF_DOMAIN = 'sso/domains/';
const CHECKED_EVERY_MS = 24 * 3_600_000;
/** Domains that a round of the daily check looks at. */
const A_ROUND = 100;

/** A domain as its owners see it. */
export function ssoDomainView({ domain, token, ...how }: SsoDomain) {
  const { proved_at, proved_by, checked_at } = how;
  return {
    domain,
    record: { name: `_warehouse-routing.${domain}`, type: 'TXT' as const, value: token },
    proved_at,
    proved_by: proved_by as 'dns' | 'operator' | null,
    checked_at,
  };
}

/** Makes `wanted` the domains of an account. One that stays is proved as before. Throws AppError validation_failed. */
export async function saveDomains(
  tx: Prisma.TransactionClient,
  client_id: number,
  wanted: readonly string[],
): Promise<void> {
  const faults = wanted.flatMap((domain, index) =>
    PUBLIC_MAIL.has(domain)
      ? { path: `sso.domains[${index}]`, message: 'is a domain where anybody can have an address' }
      : [],
  );
  if (faults.length > 0) throw validationFailed(faults);
  await tx.ssoDomain.deleteMany({ where: { client_id, domain: { notIn: [...wanted] } } });
  await tx.ssoDomain.createMany({
    data: wanted.map((domain) => ({ client_id, domain, token: newToken() })),
    skipDuplicates: true,
  });
}

/** Whether somebody could sign in by an account's provider: by a proved domain, another one than `domain`. */
export async function hasProvedDomain(
  tx: Prisma.TransactionClient,
  client_id: number,
  domain = '',
): Promise<boolean> {
  const where = { client_id, proved_at: { not: null }, domain: { not: domain } };
  return (await tx.ssoDomain.count({ where })) > 0;
}

const newToken = () => `warehouse-routing=${randomBytes(16).toString('base64url')}`;

/** What was found out about a domain. */
interface FoundDomain {
  readonly domain: string;
  /** Why it does not count; null: it does. */
  readonly problem: string | null;
}

/** Asks DNS whether an account has a domain. Throws AppError not_found. */
export async function checkDomain(
  { prisma }: Pick<PrismaDatabase, 'prisma'>,
  client_id: number,
  domain: string,
  lookUp: TxtLookup,
): Promise<FoundDomain & { readonly isUnknown: boolean }> {
  const row = await prisma.ssoDomain.findUnique({ where: { client_id_domain: { client_id, domain } } });
  if (row === null) throw noDomain(domain);
  const { name, value } = ssoDomainView(row).record;
  try {
    const texts = await lookUp(name);
    if (texts.includes(value)) return { domain, problem: null, isUnknown: false };
    const found =
      texts.length === 0
        ? 'no TXT record'
        : texts.map((text) => JSON.stringify(text.slice(0, 200))).join(', ');
    return { domain, problem: `DNS has ${found} at ${name}.`, isUnknown: false };
  } catch (error) {
    return { domain, problem: `DNS did not answer: ${(error as Error).message}.`, isUnknown: true };
  }
}

/**
 * Saves what DNS says of a domain. An operator's word stands against DNS; so does the last domain of an account that requires
 * single sign-on, because nobody could sign in without it: then the audit log and the webhook sso.domain_lost report it.
 * Returns whether they do. Throws AppError not_found, already_exists.
 */
export async function saveCheckedDomain(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  { domain, problem }: FoundDomain,
): Promise<{ readonly isLost: boolean }> {
  const act = { who, action: 'sso.check_domain', subject: `sso/domains/${domain}` };
  let isLost = false;
  await changeDomain(db, slug, act, async ({ client_id, proved_by, proved_at }, tx) => {
    const checked = { checked_at: new Date() };
    if (proved_by === 'operator') return checked;
    if (problem === null) return { ...checked, proved_at: proved_at ?? new Date(), proved_by: 'dns' };
    const required = await tx.ssoConnection.count({ where: { client_id, required: true } });
    isLost = proved_at !== null && required > 0 && !(await hasProvedDomain(tx, client_id, domain));
    if (!isLost) return { ...checked, proved_at: null, proved_by: null };
    await notifyLostDomain(tx, client_id, act, problem);
    return checked;
  });
  return { isLost };
}

async function notifyLostDomain(
  tx: Prisma.TransactionClient,
  client_id: number,
  act: Pick<AccountAct, 'who' | 'subject'>,
  problem: string,
): Promise<void> {
  const domain = act.subject.slice(OF_DOMAIN.length);
  await tx.$executeRaw`
    INSERT INTO webhook_deliveries (endpoint_id, client_id, type, data)
    SELECT id, client_id, 'sso.domain_lost', json_build_object('domain', ${domain}::text, 'problem', ${problem}::text)
    FROM webhook_endpoints WHERE client_id = ${client_id} AND enabled AND 'sso.domain_lost' = ANY(events)`;
  const changes = [{ path: 'problem', before: null, after: problem }];
  await writeAudit(tx, { ...act, client_id, action: 'sso.domain_lost', changes });
}

/** An operator says that a domain is an account's. Throws AppError not_found, already_exists. */
export async function proveDomain(
  db: PrismaDatabase,
  { slug, who }: AccountEditor,
  domain: string,
): Promise<void> {
  const act = { who, action: 'sso.prove_domain', subject: `sso/domains/${domain}` };
  await changeDomain(db, slug, act, async ({ proved_at }) => ({
    proved_at: proved_at ?? new Date(),
    proved_by: 'operator',
  }));
}

async function changeDomain(
  db: PrismaDatabase,
  slug: string,
  act: AccountAct,
  change: (present: SsoDomain, tx: Prisma.TransactionClient) => Promise<Prisma.SsoDomainUpdateInput>,
): Promise<void> {
  const domain = act.subject.slice(OF_DOMAIN.length);
  await changeAccess(db, slug, act, async (tx, { id: client_id }) => {
    const key = { client_id_domain: { client_id, domain } };
    const present = await tx.ssoDomain.findUnique({ where: key });
    if (present === null) throw noDomain(domain);
    const data = await change(present, tx);
    const others = { domain, proved_at: { not: null }, client_id: { not: client_id } };
    if (data.proved_at && (await tx.ssoDomain.count({ where: others })) > 0)
      throw new AppError(
        'already_exists',
        `Another account has proved ${domain}. Ask an operator of the service.`,
      );
    await tx.ssoDomain.update({ where: key, data });
  });
}

const noDomain = (domain: string) =>
  new AppError('not_found', `${domain} is not among the domains of the account.`);

/** Looks at proved domains again, each once a day by whichever worker. One for which DNS does not answer stays as it is. */
export async function checkDomainsDaily(
  db: PrismaDatabase,
  lookUp: TxtLookup,
  mailer: Pick<Mailer, 'send'> | null,
): Promise<void> {
  const due = await db.prisma.ssoDomain.findMany({
    where: { proved_by: 'dns', checked_at: { lt: new Date(Date.now() - CHECKED_EVERY_MS) } },
    select: { domain: true, client: { select: { id: true, slug: true, name: true } } },
    orderBy: { checked_at: 'asc' },
    take: A_ROUND,
  });
  for (const { domain, client } of due) {
    const found = await checkDomain(db, client.id, domain, lookUp);
    if (found.isUnknown) continue;
    const { isLost } = await saveCheckedDomain(db, { slug: client.slug, who: SERVICE }, found);
    if (!isLost || mailer === null) continue;
    const where = { role: 'owner', client_id: client.id } as const;
    const owners = await db.prisma.membership.findMany({
      where,
      select: { user: { select: { email: true } } },
    });
    for (const { user } of owners) mailer.send(domainLostMail(user.email, { client: client.name, domain }));
  }
}
