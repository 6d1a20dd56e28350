/** The form in which addresses are compared: unique without regard to case, in any script. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}
