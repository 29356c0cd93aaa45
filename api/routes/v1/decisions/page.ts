import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadConfiguration } from '../../../../shared/account/configurations.ts';
import { recordId } from '../../../../shared/contracts/common.ts';
import { decodeCursor } from '../../../../shared/contracts/cursor.ts';
import { type DecisionPageAsk, decisionPageBytes } from '../../../../shared/runs/write-decision-page.ts';
import { sendWhole } from '../../../send-long.ts';

/** Which decisions are asked for. */
interface AskedPage {
  readonly order_id: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Sends one page of the decisions on an order ID, newest first, as the member `shown`. Throws AppError not_found if the
 * order was never routed, validation_failed for a bad cursor.
 */
export async function sendDecisionPage<R extends Pick<FastifyReply, 'type'>>(
  request: Pick<FastifyRequest, 'server' | 'principal'>,
  reply: R,
  shown: DecisionPageAsk['shown'],
  { order_id, limit, cursor }: AskedPage,
): Promise<R> {
  const { client_id, ledger_id, configuration_id } = request.principal;
  const { db } = request.server.services;
  const before = cursor === undefined ? null : decodeCursor(recordId, cursor);
  const ask = { ledger_id, order_id, before, limit, shown };
  const { configuration } = await loadConfiguration(db, configuration_id);
  const bytes = await decisionPageBytes(db, ask, configuration.warehouses.length);
  return sendWhole(request, reply, client_id, 'writeDecisionPage', ask, bytes);
}
