/*
 * The name of the browser's tab has two sources, the page and what is unread: here they meet.
 */

const MAX_SHOWN_COUNT = 99;

let pageTitle = '';
let unreadCount = 0;

/** @param title - of the page; empty for the product's name alone. */
export function setPageTitle(title: string): void {
  pageTitle = title;
  updateDocumentTitle();
}

/** How many messages are unread; nothing is shown of zero. */
export function setTitleCount(count: number): void {
  unreadCount = count;
  updateDocumentTitle();
}

function updateDocumentTitle(): void {
  const count = unreadCount > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : unreadCount;
  const prefix = unreadCount > 0 ? `(${count}) ` : '';
  document.title = prefix + (pageTitle === '' ? 'Safarnama' : `${pageTitle} · Safarnama`);
}
