/** Normalizes an email address for comparison, ignoring case in any script. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}
