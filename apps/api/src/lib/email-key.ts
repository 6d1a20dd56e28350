/** Form in which email addresses are compared: case-insensitive in any script. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}
