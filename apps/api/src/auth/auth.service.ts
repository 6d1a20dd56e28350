import type { LoginInput, Privacy, SignupInput, UpdateProfileInput, User } from '@safarnama/contracts';
import { AppError, conflict, forbidden, notAuthenticated } from '../http/app-error.js';
import type { Identity } from '../http/identity.js';
import { emailKey } from '../lib/email-key.js';
import { isDuplicateKeyError } from '../lib/mongo-errors.js';
import type { MediaService } from '../media/media.service.js';
import type { RealtimePort } from '../realtime/realtime-port.js';
import { UserModel } from '../user/user.model.js';
import { presentUser } from '../user/user.presenter.js';
import { nameFields } from '../user/user.service.js';
import type { PasswordHasher } from './password.js';
import type { SessionService } from './session.service.js';

/** A login younger than this may change the password without the current one. */
const FRESH_LOGIN_MS = 10 * 60 * 1000;

interface AuthDeps {
  passwords: PasswordHasher;
  sessions: Pick<SessionService, 'start' | 'endByToken' | 'endOthers'>;
  media: MediaService;
  realtime: Pick<RealtimePort, 'visibilityChanged'>;
}

/** The browser that signs in. */
export interface SignInContext {
  userAgent: string;
  /** The token of the session it still has, which the new one replaces. */
  replacedToken: string | null;
}

const invalidCredentials = () => new AppError(401, 'invalid_credentials', 'Invalid email or password');

export function createAuthService({ passwords, sessions, media, realtime }: AuthDeps) {
  return {
    /**
     * Makes an account and its first session.
     *
     * @returns the person, and the token for the session cookie.
     * @throws AppError 409 when the address has an account, also under parallel sign-ups.
     */
    async signup(
      { fullName, email, password }: SignupInput,
      context: SignInContext,
    ): Promise<{ user: User; token: string }> {
      const taken = conflict('email_taken', 'An account with this email already exists');
      const key = emailKey(email);
      // Before the costly hash; the unique index decides between those who get past this at once.
      if (await UserModel.exists({ emailKey: key })) throw taken;
      const passwordHash = await passwords.hash(password);
      const user = await UserModel.create({
        ...nameFields(fullName),
        email,
        emailKey: key,
        passwordHash,
      }).catch((error: unknown) => {
        throw isDuplicateKeyError(error, 'emailKey') ? taken : error;
      });
      return { user: presentUser(user, media), token: await sessions.start(user._id.toHexString(), context) };
    },

    /**
     * Starts a session.
     *
     * @returns the person, and the token for the session cookie.
     * @throws AppError 401, the same and after the same time for an unknown address and a wrong password.
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
      // A password change ends the sessions it finds. One that came in since the comparison did not find this one.
      if (!(await UserModel.exists({ _id: user._id, passwordHash: user.passwordHash }))) {
        await sessions.endByToken(token);
        throw invalidCredentials();
      }
      return { user: presentUser(user, media), token };
    },

    /** @throws AppError 401 when the account is gone. */
    async getCurrentUser(userId: string): Promise<User> {
      return presentUser(await requireUser(userId), media);
    },

    /**
     * Changes the name, and the picture and password where given. A new password ends all other sessions.
     *
     * @throws AppError 403 `current_password_required` when the login is older than 10 minutes and none is
     * given, `current_password_wrong` when it is wrong; 400 for a picture that cannot be taken.
     */
    async updateProfile(me: Identity, input: UpdateProfileInput): Promise<User> {
      const password = input.password || null;
      if (password !== null) {
        // What is invalid is told before what is not allowed.
        media.validate(input.profilePic, 'profilePic');
        await requireOwnership(me, input.currentPassword);
      }

      const mediaOwner = { kind: 'profile', recordId: me.userId } as const;
      const previousPic = (await requireUser(me.userId)).profilePic ?? null;
      const profilePic = await media.accept({
        image: input.profilePic,
        owner: mediaOwner,
        current: previousPic,
        field: 'profilePic',
      });
      const user = await UserModel.findByIdAndUpdate(
        me.userId,
        {
          $set: {
            ...nameFields(input.fullName),
            // Left out when it stays: another request may have replaced it meanwhile.
            ...(profilePic === previousPic ? {} : { profilePic }),
            ...(password === null ? {} : { passwordHash: await passwords.hash(password) }),
          },
          // A link that somebody asked for before is not to undo it.
          ...(password === null ? {} : { $unset: { passwordReset: 1 } }),
        },
        { returnDocument: 'after' },
      ).lean();
      if (!user) throw notAuthenticated();
      if (previousPic && previousPic.key !== profilePic?.key) await media.discard([previousPic.key]);
      if (password !== null) await sessions.endOthers(me.userId, me.sessionId);
      return presentUser(user, media);
    },

    /** What others may know of one. Accounts from before the choice was there have no word of it. */
    async getPrivacy(userId: string): Promise<Privacy> {
      return { appearOffline: (await requireUser(userId)).appearOffline ?? false };
    },

    /** Sets what others may know of one, and tells every process: a repeat too, whose first try may have ended before. */
    async setPrivacy(userId: string, { appearOffline }: Privacy): Promise<Privacy> {
      const { matchedCount } = await UserModel.updateOne({ _id: userId }, { $set: { appearOffline } });
      if (matchedCount === 0) throw notAuthenticated();
      realtime.visibilityChanged(userId);
      return { appearOffline };
    },
  };

  /** @throws AppError 401 when the account is gone. */
  async function requireUser(userId: string) {
    const user = await UserModel.findById(userId).lean();
    if (!user) throw notAuthenticated();
    return user;
  }

  /** Lets a password change through: a fresh login, or the current password. */
  async function requireOwnership(me: Identity, currentPassword: string | undefined): Promise<void> {
    if (!currentPassword) {
      if (Date.now() - me.signedInAt.getTime() <= FRESH_LOGIN_MS) return;
      throw forbidden('current_password_required', 'Please enter your current password');
    }
    const user = await UserModel.findById(me.userId).select('+passwordHash').lean();
    if (!(await passwords.verify(currentPassword, user?.passwordHash ?? null))) {
      throw forbidden('current_password_wrong', 'The current password is wrong');
    }
  }
}
export type AuthService = ReturnType<typeof createAuthService>;
