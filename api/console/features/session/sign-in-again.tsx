import { Modal, Text } from '@mantine/core';
import type { Session } from '../../client/session.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Above the dialogs of the page. */
const Z_INDEX = 1000;

/** The sign-in after a session has ended, over the page, so that edits there are not lost. */
export function SignInAgain({ session }: { session: Session }) {
  return (
    <Modal
      opened={session.hasEnded === true}
      onClose={() => {}}
      closeOnClickOutside={false}
      withCloseButton={false}
      zIndex={Z_INDEX}
      title="Sign in again"
    >
      <Text size="sm" mb="md">
        Your session has ended. What you entered on this page is still here.
      </Text>
      <SignInForm email={session.user.email} />
    </Modal>
  );
}
