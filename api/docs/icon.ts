/** The product's icon: a warehouse with two routes. */
export const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1f5f8b"/>' +
  '<path d="M5 14 13 8l8 6v10H5z" fill="#fff"/><path d="M9 17h8v7H9z" fill="#1f5f8b"/>' +
  '<path d="M21 17h6m-6 4h6m-2-6 2 2-2 2m0 0 2 2-2 2" stroke="#fff" stroke-width="1.6" fill="none"/></svg>';
