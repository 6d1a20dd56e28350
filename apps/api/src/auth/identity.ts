/** Who calls, as the session says. */
export interface Identity {
  userId: string;
  sessionId: string;
  /** When this session signed in. */
  signedInAt: Date;
}
