declare global {
  var __webpack_nonce__: string | undefined;
}

/** The nonce that the service put into the page. The browser refuses styles without it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// react-remove-scroll, which stops the page from scrolling under a dialog, reads the nonce of its style here.
globalThis.__webpack_nonce__ = styleNonce();
