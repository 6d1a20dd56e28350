import type { Session } from '@safarnama/contracts';
import mongoose from 'mongoose';
import type { Logger } from 'pino';
import { notFound } from '../http/app-error.js';
import type { Identity } from '../http/identity.js';
import { createAnnouncedCache } from '../lib/announced-cache.js';
import { batchReads } from '../lib/coalesce.js';
import { isDatabaseUnavailableError } from '../lib/mongo-errors.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { type SessionDoc, SessionModel } from './session.model.js';
import { SESSION_TTL_S, type SessionClaims, type SessionTokens } from './session-token.js';

/** Age at which a token is renewed, so that a user who returns within a week stays signed in. */
const RENEW_AFTER_MS = 24 * 60 * 60 * 1000;
/** Precision of `lastSeenAt`. It is only displayed, so a write every few minutes is enough. */
const LAST_SEEN_PRECISION_MS = 5 * 60 * 1000;
const MAX_USER_AGENT = 300;
/** Maximum number of sessions of a user. */
const MAX_SESSIONS = 100;
/** With more ids, a query of the embedded engines takes longer than several of this size. */
const MAX_IDS_PER_QUERY = 200;

interface SessionDeps {
  tokens: SessionTokens;
  realtime: Pick<RealtimePort, 'sessionStarted' | 'sessionsEnded'>;
  logger: Pick<Logger, 'warn'>;
}

/** Creates the service for sessions. They are stored in the database, so that they can be listed and ended. */
export function createSessionService({ tokens, realtime, logger }: SessionDeps) {
  const cache = createAnnouncedCache(
    findLive,
    (session) => session !== null && session.expiresAt.getTime() > Date.now(),
  );
  /** Whether the last write of a session's use failed. Only the first failure is logged: requests repeat it. */
  let isFailingToRecord = false;

  /** Deletes sessions of a user. When it resolves, every process that Redis connects rejects them, see `RealtimePort`. */
  async function endSessions(userId: string, sessions: readonly Pick<SessionDoc, '_id'>[]): Promise<void> {
    if (sessions.length === 0) return;
    await SessionModel.deleteMany({ _id: mongoose.trusted({ $in: sessions.map(({ _id }) => _id) }) });
    const ids = sessions.map(({ _id }) => _id.toHexString());
    ids.forEach(cache.markChanged);
    await realtime.sessionsEnded(userId, ids);
  }

  /** Ends the session of a token, unless it belongs to another user. */
  async function endByClaims({ userId, sessionId }: SessionClaims): Promise<void> {
    if (await SessionModel.exists({ _id: sessionId, userId: mongoose.trusted({ $ne: userId }) })) return;
    await endSessions(userId, [{ _id: new mongoose.Types.ObjectId(sessionId) }]);
  }

  /** Ends the matching sessions of a user. @param startedUntil - sessions that started later stay. */
  async function endMatching(userId: string, startedUntil: Date | undefined, filter: object): Promise<void> {
    const startedFilter = startedUntil && { createdAt: mongoose.trusted({ $lte: startedUntil }) };
    const sessions = await SessionModel.find({ userId, ...filter, ...startedFilter })
      .select('_id')
      .lean<SessionDoc[]>();
    await endSessions(userId, sessions);
  }

  /** Ends the oldest sessions of a user beyond the newest 100, by the time of their sign-in. */
  async function endExcess(userId: string): Promise<void> {
    const excess = await SessionModel.find({ userId })
      .sort({ createdAt: -1 })
      .skip(MAX_SESSIONS)
      .select('_id')
      .lean<SessionDoc[]>();
    await endSessions(userId, excess);
  }

  /**
   * Updates `lastSeenAt` every few minutes, and the expiry on renewal.
   *
   * @returns whether it was stored; false also for a session that ended meanwhile.
   */
  async function recordUse(session: SessionDoc, isRenewed: boolean): Promise<boolean> {
    const now = new Date();
    if (!isRenewed && now.getTime() - session.lastSeenAt.getTime() <= LAST_SEEN_PRECISION_MS) return false;
    // Also in the cache, so that the next requests do not repeat the write.
    session.lastSeenAt = now;
    const renewal = isRenewed && { expiresAt: expiryFrom(now) };
    try {
      const stored = await SessionModel.updateOne(
        { _id: session._id },
        { $set: { lastSeenAt: now, ...renewal } },
      );
      isFailingToRecord = false;
      return stored.matchedCount === 1;
    } catch (error) {
      if (isDatabaseUnavailableError(error)) throw error;
      // The request may only read, which a database with a full disk still allows. A later one tries again.
      if (!isFailingToRecord) logger.warn({ err: error }, 'Failed to record the use of a session');
      isFailingToRecord = true;
      return false;
    }
  }

  return {
    findExpiry,
    findEndedIds,
    list,
    /** Applies the announcement of another process that it has ended a session. */
    markEnded: cache.markChanged,

    /**
     * Starts a session, and ends the one that it replaces and the oldest ones beyond 100.
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
      await endExcess(userId);
      realtime.sessionStarted(userId, {
        sessionId,
        userAgent: session.userAgent,
        createdAt: now.toISOString(),
      });
      return tokens.sign(userId, sessionId);
    },

    /**
     * Identifies the caller by a token; null for an invalid token and for one whose session has ended.
     *
     * @returns the identity, and a new token when the old one is due for renewal and the session could be extended.
     */
    async identify(token: string): Promise<{ identity: Identity; renewedToken: string | null } | null> {
      const claims = tokens.read(token);
      if (!claims) return null;
      const session = await cache.find(claims.sessionId);
      if (!session?.userId.equals(claims.userId)) return null;
      const { userId, sessionId, issuedAt } = claims;
      const isRenewalDue = Date.now() - issuedAt.getTime() > RENEW_AFTER_MS;
      const isRecorded = await recordUse(session, isRenewalDue);
      return {
        identity: { userId, sessionId, signedInAt: session.createdAt },
        renewedToken: isRenewalDue && isRecorded ? tokens.sign(userId, sessionId) : null,
      };
    },

    /** The user of a valid token, whose session may have ended; null for any other token. */
    readUserId: (token: string) => tokens.read(token)?.userId ?? null,

    /** Whether a token without a live session is valid and unexpired: its session was ended early. */
    wasRevoked: (token: string) => tokens.read(token) !== null,

    /** Ends the session of a token, if there is one. */
    async endByToken(token: string): Promise<void> {
      const claims = tokens.read(token);
      if (claims) await endByClaims(claims);
      tokens.forget(token);
    },

    /** @throws AppError 404 when it is not a session of this user. */
    async endById(userId: string, sessionId: string): Promise<void> {
      const session = await SessionModel.findOne({ _id: sessionId, userId }).lean<SessionDoc>();
      if (!session) throw notFound('Session not found');
      await endSessions(userId, [session]);
    },

    /** Ends all sessions of a user. @param startedUntil - sessions that started later stay. */
    async endAll(userId: string, startedUntil?: Date): Promise<void> {
      await endMatching(userId, startedUntil, {});
    },

    /** Ends all sessions of a user except the current one. @param startedUntil - sessions that started later stay. */
    async endOthers(userId: string, currentSessionId: string, startedUntil?: Date): Promise<void> {
      await endMatching(userId, startedUntil, { _id: mongoose.trusted({ $ne: currentSessionId }) });
    },
  };
}
export type SessionService = ReturnType<typeof createSessionService>;

/** Finds a session that has not expired. Concurrent calls are batched into one query. */
const findLive = batchReads<string, SessionDoc | null>(async (ids) => {
  const sessions = await SessionModel.find(liveFilter([...new Set(ids)])).lean<SessionDoc[]>();
  const byId = new Map(sessions.map((session) => [session._id.toHexString(), session]));
  return ids.map((id) => byId.get(id) ?? null);
});

/** Finds the time at which a session expires unless it is renewed; null when it has ended. */
async function findExpiry(sessionId: string): Promise<Date | null> {
  const session = await SessionModel.findOne(liveFilter([sessionId]))
    .select('expiresAt')
    .lean<Pick<SessionDoc, 'expiresAt'>>();
  return session?.expiresAt ?? null;
}

/** Returns the ids of those sessions that have ended or expired. */
async function findEndedIds(sessionIds: readonly string[]): Promise<Set<string>> {
  const ended = new Set<string>();
  for (let start = 0; start < sessionIds.length; start += MAX_IDS_PER_QUERY) {
    const ids = sessionIds.slice(start, start + MAX_IDS_PER_QUERY);
    // Counting takes a quarter of the CPU time of finding, and usually suffices: sessions rarely end.
    if ((await SessionModel.countDocuments(liveFilter(ids))) === ids.length) continue;
    const live = await SessionModel.find(liveFilter(ids)).select('_id').lean<Pick<SessionDoc, '_id'>[]>();
    const liveIds = new Set(live.map(({ _id }) => _id.toHexString()));
    for (const id of ids) if (!liveIds.has(id)) ended.add(id);
  }
  return ended;
}

/** Lists the live sessions of a user, latest sign-in first. */
async function list({ userId, sessionId }: Identity): Promise<Session[]> {
  const sessions = await SessionModel.find({ userId, expiresAt: mongoose.trusted({ $gt: new Date() }) })
    .sort({ createdAt: -1 })
    .limit(MAX_SESSIONS)
    .lean<SessionDoc[]>();
  return sessions.map((session) => presentSession(session, sessionId));
}

function liveFilter(sessionIds: readonly string[]) {
  return {
    _id: mongoose.trusted({ $in: sessionIds }),
    expiresAt: mongoose.trusted({ $gt: new Date() }),
  };
}

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
