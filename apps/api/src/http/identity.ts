/** The user and session that a request is made with. */
export interface Identity {
  userId: string;
  sessionId: string;
  /** When the user signed in with this session. */
  signedInAt: Date;
}
