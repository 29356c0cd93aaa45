const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** The sign-in form. `message` says why it is shown again. */
export function signInPage({ email, message }: { email: string; message: string | null }): string {
  const failure = message === null ? '' : `<p role="alert">${escapeHtml(message)}</p>`;
  return page(
    'Sign in',
    `${failure}
    <form method="post" action="/ops/sign-in">
      <label>Email <input name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}"></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
      <button>Sign in</button>
    </form>`,
  );
}

/** The page for an operator who is already signed in. */
export function signedInPage(email: string): string {
  return page(
    'Operator',
    `<p>Signed in as ${escapeHtml(email)}.</p>
    <p><a href="/ops/queues">Queues</a></p>
    <form method="post" action="/ops/sign-out"><button>Sign out</button></form>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${title} · Warehouse routing service</title>
  <style>
    :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
    body { min-height: 100vh; margin: 0; display: grid; place-items: center; }
    main { width: min(22rem, calc(100vw - 3rem)); }
    h1 { font-size: 1.25rem; margin: 0 0 1rem; }
    form { display: grid; gap: 1rem; }
    label { display: grid; gap: .25rem; font-size: .875rem; }
    input, button { font: inherit; padding: .5rem .75rem; border: 1px solid #8888; border-radius: .375rem; }
    button { background: #1d4ed8; border-color: #1d4ed8; color: #fff; cursor: pointer; }
    [role=alert] { padding: .5rem .75rem; border-radius: .375rem; background: #fee2e2; color: #7f1d1d; }
  </style>
</head>
<body>
  <main>
    <h1>Warehouse routing service: ${title.toLowerCase()}</h1>
    ${body}
  </main>
</body>
</html>
`;
}
