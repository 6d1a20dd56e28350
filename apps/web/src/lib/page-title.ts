/*
 * The name of the browser's tab has two sources, the page and what is unread: here they meet.
 */

const MOST_SHOWN = 99;

let pageTitle = '';
let unreadCount = 0;

/** @param title - of the page; empty for the product's name alone. */
export function setPageTitle(title: string): void {
  pageTitle = title;
  write();
}

/** How many messages are unread; nothing is shown of zero. */
export function setTitleCount(count: number): void {
  unreadCount = count;
  write();
}

function write(): void {
  const count = unreadCount > MOST_SHOWN ? `${MOST_SHOWN}+` : unreadCount;
  const prefix = unreadCount > 0 ? `(${count}) ` : '';
  document.title = prefix + (pageTitle === '' ? 'Safarnama' : `${pageTitle} · Safarnama`);
}
