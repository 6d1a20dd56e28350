import type { Session } from '@safarnama/contracts';
import mongoose from 'mongoose';
import { notFound } from '../http/app-error.js';
import type { Identity } from '../http/identity.js';
import { batchReads } from '../lib/coalesce.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { type SessionDoc, SessionModel } from './session.model.js';
import { SESSION_TTL_S, type SessionTokens } from './session-token.js';

/** A token older than this is renewed, so that who comes back within a week stays signed in. */
const RENEW_AFTER_MS = 24 * 60 * 60 * 1000;
/** `lastSeenAt` is for people to read: a write every few minutes is precise enough. */
const LAST_SEEN_PRECISION_MS = 5 * 60 * 1000;
const MAX_USER_AGENT = 300;

function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + SESSION_TTL_S * 1000);
}

function presentSession(session: SessionDoc, currentId: string): Session {
  return {
    _id: session._id.toHexString(),
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    userAgent: session.userAgent,
    current: session._id.equals(currentId),
  };
}

/** Sessions in the database: they can be listed, and ended at once. */
export function createSessionService({
  tokens,
  realtime,
}: {
  tokens: SessionTokens;
  realtime: RealtimePort;
}) {
  /** Each request begins with this: those that come at once ask together. */
  const findLive = batchReads<string, SessionDoc | null>(async (ids) => {
    const found = await SessionModel.find({
      _id: mongoose.trusted({ $in: [...new Set(ids)] }),
      expiresAt: mongoose.trusted({ $gt: new Date() }),
    }).lean<SessionDoc[]>();
    const byId = new Map(found.map((session) => [session._id.toHexString(), session]));
    return ids.map((id) => byId.get(id) ?? null);
  });

  /** The living session that a token names. Who needs its person too asks for them: most calls do not. */
  async function find(token: string) {
    const claims = tokens.read(token);
    if (!claims) return null;
    const session = await findLive(claims.sessionId);
    return session?.userId.equals(claims.userId) ? { claims, session, now: new Date() } : null;
  }

  /** Ends sessions of a person and closes their sockets, in every process. */
  async function end(userId: string, ids: readonly mongoose.Types.ObjectId[]): Promise<void> {
    await SessionModel.deleteMany({ _id: mongoose.trusted({ $in: ids }) });
    for (const id of ids) realtime.sessionEnded(userId, id.toHexString());
  }

  /** Ends the session of a token; nothing when it is not of the token's person. */
  async function endByClaims({ userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
    if (await SessionModel.exists({ _id: sessionId, userId: mongoose.trusted({ $ne: userId }) })) return;
    await end(userId, [new mongoose.Types.ObjectId(sessionId)]);
  }

  return {
    /**
     * Starts a session, and ends the one it replaces.
     *
     * @returns the token for the cookie.
     */
    async start(
      userId: string,
      { userAgent, replacedToken }: { userAgent: string; replacedToken: string | null },
    ): Promise<string> {
      const now = new Date();
      const session = await SessionModel.create({
        userId,
        userAgent: userAgent.slice(0, MAX_USER_AGENT),
        createdAt: now,
        lastSeenAt: now,
        expiresAt: expiryFrom(now),
      });
      const sessionId = session._id.toHexString();
      const replaced = replacedToken === null ? null : tokens.read(replacedToken);
      if (replaced) await endByClaims(replaced);
      realtime.sessionStarted(userId, {
        sessionId,
        userAgent: session.userAgent,
        createdAt: now.toISOString(),
      });
      return tokens.sign(userId, sessionId);
    },

    /**
     * Who a token stands for; null when its session has ended.
     *
     * @returns the identity, and a fresh token when the old one is due for renewal.
     */
    async identify(token: string): Promise<{ identity: Identity; renewedToken: string | null } | null> {
      const found = await find(token);
      if (!found) return null;
      const { claims, session, now } = found;
      const isRenewalDue = now.getTime() - claims.issuedAt.getTime() > RENEW_AFTER_MS;
      if (isRenewalDue || now.getTime() - session.lastSeenAt.getTime() > LAST_SEEN_PRECISION_MS) {
        await SessionModel.updateOne(
          { _id: session._id },
          { $set: { lastSeenAt: now, ...(isRenewalDue ? { expiresAt: expiryFrom(now) } : {}) } },
        );
      }
      return {
        identity: {
          userId: claims.userId,
          sessionId: claims.sessionId,
          signedInAt: session.createdAt,
        },
        renewedToken: isRenewalDue ? tokens.sign(claims.userId, claims.sessionId) : null,
      };
    },

    /** Whether a token that opens nothing any more is one of ours and of its time: its session was ended before that. */
    wasRevoked: (token: string) => tokens.read(token) !== null,

    /** Until when a session lives, as long as it is not renewed; null when it has ended. */
    async findExpiry(sessionId: string): Promise<Date | null> {
      const session = await SessionModel.findOne({
        _id: sessionId,
        expiresAt: mongoose.trusted({ $gt: new Date() }),
      })
        .select('expiresAt')
        .lean<Pick<SessionDoc, 'expiresAt'>>();
      return session?.expiresAt ?? null;
    },

    /** Which of these sessions live. */
    async findLiveIds(sessionIds: readonly string[]): Promise<Set<string>> {
      const sessions = await SessionModel.find({
        _id: mongoose.trusted({ $in: sessionIds }),
        expiresAt: mongoose.trusted({ $gt: new Date() }),
      })
        .select('_id')
        .lean<Pick<SessionDoc, '_id'>[]>();
      return new Set(sessions.map((session) => session._id.toHexString()));
    },

    /** Latest sign-in first. */
    async list({ userId, sessionId }: Identity): Promise<Session[]> {
      const sessions = await SessionModel.find({ userId, expiresAt: mongoose.trusted({ $gt: new Date() }) })
        .sort({ createdAt: -1 })
        .limit(100)
        .lean<SessionDoc[]>();
      return sessions.map((session) => presentSession(session, sessionId));
    },

    /** Ends the session a token names; nothing when there is none. */
    async endByToken(token: string): Promise<void> {
      const claims = tokens.read(token);
      if (claims) await endByClaims(claims);
      tokens.forget(token);
    },

    /** @throws AppError 404 when it is not a session of this person. */
    async endById(userId: string, sessionId: string): Promise<void> {
      const session = await SessionModel.findOne({ _id: sessionId, userId }).lean<SessionDoc>();
      if (!session) throw notFound('Session not found');
      await end(userId, [session._id]);
    },

    /** Ends all sessions of a person. @param startedUntil - leaves those alone that signed in later. */
    async endAll(userId: string, startedUntil?: Date): Promise<void> {
      const sessions = await SessionModel.find({
        userId,
        ...(startedUntil && { createdAt: mongoose.trusted({ $lte: startedUntil }) }),
      })
        .select('_id')
        .lean<SessionDoc[]>();
      await end(
        userId,
        sessions.map((session) => session._id),
      );
    },

    /** Ends all sessions of a person but one. */
    async endOthers(userId: string, currentSessionId: string): Promise<void> {
      const others = await SessionModel.find({ userId, _id: mongoose.trusted({ $ne: currentSessionId }) })
        .select('_id')
        .lean<SessionDoc[]>();
      await end(
        userId,
        others.map((session) => session._id),
      );
    },
  };
}
export type SessionService = ReturnType<typeof createSessionService>;
