import type {
  Language,
  LoginInput,
  Privacy,
  SignupInput,
  UpdateProfileInput,
  User,
} from '@safarnama/contracts';
import { AppError, conflict, forbidden, notAuthenticated } from '../http/app-error.js';
import type { Identity } from '../http/identity.js';
import { CLOCK_TOLERANCE_MS } from '../lib/clock-tolerance.js';
import { emailKey } from '../lib/email-key.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { MediaService } from '../media/media.service.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { buildNameFields } from '../user/name-search.js';
import { requireOwnAccount, updateOwnAccount } from '../user/own-account.js';
import { UserModel } from '../user/user.model.js';
import { presentUser } from '../user/user.presenter.js';
import type { PasswordHasher } from './password.js';
import type { SessionService } from './session.service.js';

/** Time after sign-in during which the password can be changed without the current one. */
const FRESH_LOGIN_MS = 10 * 60 * 1000;

interface AuthDeps {
  passwords: PasswordHasher;
  sessions: Pick<SessionService, 'start' | 'endByToken' | 'endOthers' | 'findExpiry'>;
  media: MediaService;
  realtime: Pick<RealtimePort, 'visibilityChanged'>;
}

/** Details of a sign-in request that its session needs. */
export interface SignInContext {
  userAgent: string;
  /** Token of the current session of the browser, which the new session replaces; null without one. */
  replacedToken: string | null;
}

const EMAIL_TAKEN = 'An account with this email already exists';

const invalidCredentials = () => new AppError(401, 'invalid_credentials', 'Invalid email or password');

export function createAuthService({ passwords, sessions, media, realtime }: AuthDeps) {
  return {
    /**
     * Creates an account and its first session.
     *
     * @param context - `language` is the language of the sign-up page.
     * @returns the user and the token for the session cookie.
     * @throws AppError 409 for an address that has an account, even if a concurrent sign-up created it.
     */
    async signup(
      { fullName, email, password }: SignupInput,
      { language, ...context }: SignInContext & { language: Language },
    ): Promise<{ user: User; token: string }> {
      const emailTaken = conflict('email_taken', EMAIL_TAKEN, {
        fields: [{ field: 'email', code: 'email_taken', message: EMAIL_TAKEN }],
      });
      const key = emailKey(email);
      // Avoids the expensive hash. The unique index decides between concurrent requests that pass this check.
      if (await UserModel.exists({ emailKey: key })) throw emailTaken;
      const passwordHash = await passwords.hash(password);
      const user = await UserModel.create({
        ...buildNameFields(fullName),
        email,
        emailKey: key,
        passwordHash,
        language,
      }).catch((error: unknown) => {
        throw isDuplicateKeyError(error, 'emailKey') ? emailTaken : error;
      });
      return { user: presentUser(user, media), token: await sessions.start(user._id.toHexString(), context) };
    },

    /**
     * Starts a session.
     *
     * @returns the user and the token for the session cookie.
     * @throws AppError 401 with the same message and after the same time for an unknown address and a wrong password.
     */
    async login(
      { email, password }: LoginInput,
      context: SignInContext,
    ): Promise<{ user: User; token: string }> {
      const user = await UserModel.findOne({ emailKey: emailKey(email) })
        .select('+passwordHash')
        .lean();
      const isCorrect = await passwords.verify(password, user?.passwordHash ?? null);
      if (!user || !isCorrect) throw invalidCredentials();
      const token = await sessions.start(user._id.toHexString(), context);
      // A password change since the comparison has ended only the sessions that existed then.
      if (!(await UserModel.exists({ _id: user._id, passwordHash: user.passwordHash }))) {
        await sessions.endByToken(token);
        throw invalidCredentials();
      }
      return { user: presentUser(user, media), token };
    },

    /** @throws AppError 401 when the account no longer exists. */
    async getCurrentUser(userId: string): Promise<User> {
      return presentUser(await requireOwnAccount(userId), media);
    },

    /**
     * Changes the name and, if given, the picture, bio, language and password. A new password ends all other sessions.
     * Of two concurrent requests with the same new password, both succeed.
     *
     * @throws AppError 403 `current_password_required` for a password change without the current password more than 10
     *   minutes after the sign-in, 403 `current_password_wrong`, 400 for an invalid picture, 401 when the account no
     *   longer exists, or when the session ended or another password was stored before this change was.
     */
    async updateProfile(me: Identity, input: UpdateProfileInput): Promise<User> {
      const startedAt = new Date();
      const password = input.password || null;
      let unchanged = {};
      if (password !== null) {
        // 400 takes precedence over 403.
        media.validate(input.profilePic, 'profilePic');
        const currentHash = await findPasswordHash(me.userId);
        await requireRecentSignInOrPassword(passwords, me, input.currentPassword, currentHash);
        // While this request waits for the queues, the password may be changed: it must not replace a newer one.
        unchanged = { passwordHash: currentHash };
      }

      const mediaOwner = { kind: 'profile', recordId: me.userId } as const;
      const previousPic = (await requireOwnAccount(me.userId, 'profilePic')).profilePic ?? null;
      const profilePic = await media.accept({
        image: input.profilePic,
        owner: mediaOwner,
        current: previousPic,
        field: 'profilePic',
      });
      const passwordHash = password === null ? null : await passwords.hash(password);
      if (passwordHash !== null) {
        if ((await sessions.findExpiry(me.sessionId)) === null) throw notAuthenticated();
        // Ends sessions before the change as well: if the process dies in between, no session of the old
        // password is left.
        await sessions.endOthers(me.userId, me.sessionId, startedAt);
      }
      const store = (condition: { passwordHash?: string }, newHash: string | null) =>
        UserModel.findOneAndUpdate(
          { _id: me.userId, ...condition },
          {
            $set: {
              ...buildNameFields(input.fullName),
              ...(input.bio === undefined ? {} : { bio: input.bio }),
              ...(input.language === undefined ? {} : { language: input.language }),
              // Omitted when unchanged, because a concurrent request may have replaced it.
              ...(profilePic === previousPic ? {} : { profilePic }),
              ...(newHash === null ? {} : { passwordHash: newHash }),
            },
            // Invalidates a reset link that was issued before.
            ...(newHash === null ? {} : { $unset: { passwordReset: 1 } }),
          },
          { returnDocument: 'after' },
        ).lean();
      let user = await store(unchanged, passwordHash);
      if (!user && password !== null) {
        const storedHash = await findPasswordHash(me.userId);
        // A concurrent request, such as the repeat of this one, has stored the same password. If it was made in another
        // session, it has ended this one.
        if ((await passwords.verify(password, storedHash)) && (await sessions.findExpiry(me.sessionId))) {
          user = await store({ passwordHash: storedHash }, storedHash);
        }
      }
      if (!user) throw notAuthenticated();
      if (previousPic && previousPic.key !== profilePic?.key) await media.discard([previousPic.key]);
      if (password !== null) await sessions.endOthers(me.userId, me.sessionId);
      return presentUser(user, media);
    },

    /** Accounts created before this setting existed do not have the field. */
    async getPrivacy(userId: string): Promise<Privacy> {
      const { appearOffline } = await requireOwnAccount(userId, 'appearOffline');
      return { appearOffline: appearOffline ?? false };
    },

    /** Publishes to every process even when nothing changes: an earlier attempt may have failed before publishing. */
    async setPrivacy(userId: string, { appearOffline }: Privacy): Promise<Privacy> {
      await updateOwnAccount(userId, { appearOffline });
      realtime.visibilityChanged(userId);
      return { appearOffline };
    },
  };
}
export type AuthService = ReturnType<typeof createAuthService>;

/** @throws AppError 401 when the account no longer exists. */
async function findPasswordHash(userId: string): Promise<string> {
  const user = await UserModel.findById(userId).select('+passwordHash').lean();
  if (!user) throw notAuthenticated();
  return user.passwordHash;
}

/** Requires a fresh sign-in or the current password. */
async function requireRecentSignInOrPassword(
  passwords: PasswordHasher,
  me: Identity,
  currentPassword: string | undefined,
  currentHash: string,
): Promise<void> {
  if (!currentPassword) {
    const sinceSignInMs = Date.now() - me.signedInAt.getTime();
    // A clock that was ahead must not make a session fresh for longer.
    if (sinceSignInMs <= FRESH_LOGIN_MS && sinceSignInMs >= -CLOCK_TOLERANCE_MS) return;
    throw forbidden('current_password_required', 'Please enter your current password');
  }
  if (!(await passwords.verify(currentPassword, currentHash))) {
    throw forbidden('current_password_wrong', 'The current password is wrong');
  }
}
