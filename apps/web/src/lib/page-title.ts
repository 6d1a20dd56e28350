/*
 * Composes the title of the browser tab from the unread count and the title of the page.
 */

const MAX_SHOWN_COUNT = 99;

let pageTitle = '';
let unreadCount = 0;

/** @param title - title of the page; empty for the product's name alone. */
export function setPageTitle(title: string): void {
  pageTitle = title;
  updateDocumentTitle();
}

/** @param count - unread messages; zero is not shown. */
export function setTitleCount(count: number): void {
  unreadCount = count;
  updateDocumentTitle();
}

function updateDocumentTitle(): void {
  const count = unreadCount > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : unreadCount;
  const prefix = unreadCount > 0 ? `(${count}) ` : '';
  document.title = prefix + (pageTitle === '' ? 'Safarnama' : `${pageTitle} · Safarnama`);
}
