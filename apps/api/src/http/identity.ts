/** The user and session that a request is made with. */
export interface Identity {
  userId: string;
  sessionId: string;
  /** When this session signed in. */
  signedInAt: Date;
}
