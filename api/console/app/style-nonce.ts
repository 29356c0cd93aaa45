declare global {
  var __webpack_nonce__: string | undefined;
}

/** The nonce that the service put into the page; styles without it are refused by the browser. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// Under a dialog react-remove-scroll stops the page from scrolling, by a style of its own. It reads the nonce here.
globalThis.__webpack_nonce__ = styleNonce();
