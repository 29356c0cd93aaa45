import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { orderParams } from '../../../../shared/contracts/order-history.ts';
import { erasedRawData } from '../../../../shared/contracts/raw-order-data.ts';
import type { Actor } from '../../../../shared/identity/actor.ts';
import { eraseRawData } from '../../../../shared/ledger/erase-raw-data.ts';
import { callerSignal } from '../../../caller-signal.ts';
import { addOperation, neverRouted } from '../responses.ts';

/** DELETE /orders/{order_id}/raw_order_data (docs/guides/client-data.md). */
const rawOrderData: FastifyPluginAsync = async (app) => {
  addOperation(app, 'DELETE /orders/:order_id/raw_order_data', {
    operationId: 'eraseRawOrderData',
    tag: 'Orders',
    summary: 'Erase the raw_order_data of an order',
    description:
      'Of all times that it was sent. From then on `raw_order_data` is `{"erased_at": …}`; decisions, explanations and what else ' +
      'is known of the order stay. The audit log says that it was erased, without the data.',
    params: orderParams,
    answer: erasedRawData.describe('There is no raw_order_data of the order any more.'),
    responses: neverRouted,
    handle: async (request, reply) => {
      const { principal, params } = request;
      const erase = { order_id: params.order_id, who: actorOf(request) };
      return eraseRawData(app.services, principal, erase, { signal: callerSignal(reply) });
    },
  });
};

/** A person or token of the account API, or an API key. */
function actorOf({
  account,
  keyPrincipal,
  ip: address,
}: Pick<FastifyRequest, 'ip'> & Partial<Pick<FastifyRequest, 'account' | 'keyPrincipal'>>): Actor {
  return account?.who ?? { kind: 'api_key', name: keyPrincipal!.key_name, address };
}

export default rawOrderData;
