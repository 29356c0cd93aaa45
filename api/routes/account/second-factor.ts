import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  newSecondFactor,
  recoveryCodes,
  secondFactorCode,
  secondFactorView,
} from '../../../shared/contracts/account/session.ts';
import { accountErrorBody } from '../../../shared/contracts/errors.ts';
import { AppError } from '../../../shared/foundation/errors/app-error.ts';
import { actorOf } from '../../../shared/identity/actor.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  showSecondFactor,
} from '../../../shared/identity/second-factor.ts';
import type { SignedIn } from '../../../shared/identity/sessions.ts';
import { addOperation } from './responses.ts';
import { assertCode } from './session.ts';

const TAG = 'Session';
const config = { role: 'own' } as const;

/** The caller's own second factor (docs/reference/access.md). */
export default async function secondFactor(app: FastifyInstance): Promise<void> {
  const { db, now } = app.services;

  addOperation(app, TAG, 'GET /second-factor', {
    operationId: 'getSecondFactor',
    summary: 'Show my second factor',
    config,
    answer: secondFactorView,
    handle: async (request) => showSecondFactor(db, request.signedIn!),
  });

  addOperation(app, TAG, 'POST /second-factor', {
    operationId: 'beginSecondFactor',
    summary: 'Set up a second factor',
    description:
      'Answers a seed for an authenticator app. It counts once a code of it is confirmed; asked again, there is another seed.',
    config,
    answer: newSecondFactor,
    responses: { 409: accountErrorBody.describe('The person has a second factor.') },
    handle: async (request) => ({ otpauth_url: await beginSecondFactor(db, changingPerson(request)) }),
  });

  addOperation(app, TAG, 'POST /second-factor/confirm', {
    operationId: 'confirmSecondFactor',
    summary: 'Turn my second factor on',
    description: 'Ends the other sessions of the person. Answers ten recovery codes, once.',
    config,
    body: secondFactorCode,
    answer: recoveryCodes,
    responses: { 409: accountErrorBody.describe('The person has a second factor.') },
    handle: async (request, _reply, { code }) => ({
      recovery_codes: await confirmSecondFactor(
        db,
        changingPerson(request),
        actorOf(request.caller!),
        code,
        now(),
      ),
    }),
  });

  addOperation(app, TAG, 'POST /second-factor/recovery-codes', {
    operationId: 'renewRecoveryCodes',
    summary: 'Make new recovery codes',
    description: 'The old ones end. Takes a code, as turning the second factor off does. Answers ten, once.',
    config,
    body: secondFactorCode,
    answer: recoveryCodes,
    responses: { 404: accountErrorBody.describe('The person has no second factor.') },
    handle: async (request, _reply, { code }) => {
      const person = changingPerson(request);
      await assertCode(request, code);
      return { recovery_codes: await renewRecoveryCodes(db, person, actorOf(request.caller!)) };
    },
  });

  addOperation(app, TAG, 'DELETE /second-factor', {
    operationId: 'removeSecondFactor',
    summary: 'Turn my second factor off',
    config,
    body: secondFactorCode,
    answer: z.undefined().describe('The person has no second factor now.'),
    handle: async (request, _reply, { code }) => {
      const person = changingPerson(request);
      await assertCode(request, code);
      await removeSecondFactor(db, person, actorOf(request.caller!));
    },
  });
}

/** The person who changes how they sign in. Throws AppError confirm_again. */
function changingPerson(request: FastifyRequest): SignedIn {
  if (request.caller!.unconfirmed) throw new AppError('confirm_again');
  return request.signedIn!;
}
