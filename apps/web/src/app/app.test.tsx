import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { readReturnLocation } from '../lib/return-location.ts';
import { useAuthStore } from '../stores/auth.store.ts';
import {
  buildCard,
  buildContact,
  buildConversation,
  buildError,
  buildMessage,
  buildPost,
  buildSearchCard,
  buildSearchPage,
  buildUser,
} from '../testing/factories.ts';
import { fakeSocket } from '../testing/fake-socket.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockError, mockNetworkError, mockResponse, server, signIn, signOut } from '../testing/server.ts';

const SIGN_IN = { name: 'Sign in' };

describe('guards', () => {
  it('as a guest on a protected page: return there after sign-in', async () => {
    const me = buildUser();
    signOut();
    const user = renderApp('/search?q=जयपुर');
    await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' });
    mockResponse('post', '/api/auth/login', me);
    mockResponse('get', '/api/auth/check-auth', me);
    mockResponse('get', '/api/post/search', buildSearchPage([buildSearchCard()]));

    await user.type(screen.getByLabelText('Email'), me.email);
    await user.type(screen.getByLabelText('Password'), 'correct-horse');
    await user.click(screen.getByRole('button', SIGN_IN));

    expect(await screen.findByRole('heading', { level: 1, name: '“जयपुर”' })).toBeVisible();
    expect(window.location.pathname + decodeURIComponent(window.location.search)).toBe('/search?q=जयपुर');
  });

  it('as a guest who changes from login to sign-up: return to the same page', async () => {
    const me = buildUser();
    signOut();
    const user = renderApp('/about-nothing/../bookmarks');
    await user.click(await screen.findByRole('link', { name: 'Sign up' }));
    mockResponse('post', '/api/auth/signup', me, { status: 201 });
    mockResponse('get', '/api/auth/check-auth', me);
    mockResponse('get', '/api/post/bookmarks', { posts: [], nextCursor: null });

    await user.type(await screen.findByLabelText('Full name'), me.fullName);
    await user.type(screen.getByLabelText('Email'), me.email);
    await user.type(screen.getByLabelText('Password'), 'correct-horse');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Bookmarks' })).toBeVisible();
  });

  it('as a signed-in user on a guest page: redirect home', async () => {
    signIn(buildUser());

    renderApp('/login');

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(window.location.pathname).toBe('/');
  });

  it('with a forged return location: ignore it', () => {
    expect(readReturnLocation({ from: { pathname: '//evil.example' } })).toBeNull();
    expect(readReturnLocation({ from: { pathname: '/\\evil.example' } })).toBeNull();
    expect(readReturnLocation({ from: { pathname: 'https://evil.example' } })).toBeNull();
    expect(readReturnLocation({ from: { pathname: '/chat', search: '?a=1' } })?.to).toMatchObject({
      pathname: '/chat',
    });
  });
});

describe('layout', () => {
  it('as a guest on a public page: shows neither top bar nor footer', async () => {
    signOut();

    renderApp('/about');

    expect(await screen.findByRole('heading', { level: 1, name: 'About Safarnama' })).toBeVisible();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
  });

  it('as a signed-in user: shows both navigation bars and, except while writing, the footer', async () => {
    signIn(buildUser({ fullName: 'মীরা সেন' }));
    const user = renderApp('/');

    expect(await screen.findByText('Hi, মীরা')).toBeInTheDocument();
    expect(screen.getByRole('contentinfo')).toBeVisible();
    const quick = screen.getByRole('navigation', { name: 'Quick' });
    expect([...quick.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
      'Home',
      'Chats',
      'Post',
      'My Posts',
      'Me',
    ]);
    await user.click(screen.getByRole('link', { name: 'Me' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your profile' })).toBeVisible();
    expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
  });

  it('with an unknown path: shows Page not found', async () => {
    signOut();

    renderApp('/no/such/page');

    expect(await screen.findByRole('heading', { level: 1, name: 'The road ends here' })).toBeVisible();
  });

  it('with an unknown path and a scene that cannot be loaded: leaves out the scene', async () => {
    signOut();
    renderApp('/no/such/page');
    const heading = await screen.findByRole('heading', { level: 1, name: 'The road ends here' });
    const scene = within(heading.parentElement as HTMLElement).getByRole('presentation');

    fireEvent.error(scene);

    expect(scene).not.toBeInTheDocument();
  });
});

describe('login', () => {
  it('with empty fields: requires both and sends nothing', async () => {
    signOut();
    const user = renderApp('/login');

    await user.click(await screen.findByRole('button', SIGN_IN));

    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is required');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password is required');
  });

  it('after a rejection: keeps the form and its input, with the reason below', async () => {
    signOut();
    mockError('post', '/api/auth/login', 401, 'Invalid email or password');
    const user = renderApp('/login');
    const email = await screen.findByLabelText('Email');
    await user.type(email, 'meera@example.org');
    await user.type(screen.getByLabelText('Password'), 'wrong');

    await user.click(screen.getByRole('button', SIGN_IN));

    expect(await screen.findByText('Invalid email or password')).toBeVisible();
    expect(email).toBeInTheDocument();
    expect(email).toHaveValue('meera@example.org');
  });

  it('with the password toggle: shows and hides the password', async () => {
    signOut();
    const user = renderApp('/login');
    const password = await screen.findByLabelText('Password');

    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  it('sign-up, with empty fields: requires all three', async () => {
    signOut();
    const user = renderApp('/signup');

    await user.click(await screen.findByRole('button', { name: 'Create Account' }));

    expect(screen.getByText('Full name is required')).toBeVisible();
    expect(screen.getByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
  });
});

describe('the end of a session', () => {
  it('after a 401: redirects to login and returns to the same page', async () => {
    const me = buildUser();
    signIn(me);
    const user = renderApp('/');
    await screen.findByText('No Post Yet');
    await waitFor(() => expect(useAuthStore.getState().loading).toBe(false));
    signOut();
    mockError('get', '/api/post/my-posts', 401, 'Not Authenticated.');

    await user.click(screen.getAllByRole('link', { name: 'My Posts' })[0] as HTMLElement);
    await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' });
    mockResponse('post', '/api/auth/login', me);
    mockResponse('get', '/api/auth/check-auth', me);
    mockResponse('get', '/api/post/my-posts', {
      posts: [buildCard({ blogTitle: 'நீலகிரி' })],
      nextCursor: null,
    });
    await user.type(screen.getByLabelText('Email'), me.email);
    await user.type(screen.getByLabelText('Password'), 'correct-horse');
    await user.click(screen.getByRole('button', SIGN_IN));

    expect(await screen.findByRole('heading', { name: 'நீலகிரி' })).toBeVisible();
    expect(window.location.pathname).toBe('/my-posts');
  });

  it('after another user signs in in another tab: requests name the page’s user, and a 401 switches the page to the new user', async () => {
    const [previousUser, newUser] = [buildUser({ fullName: 'மீரா' }), buildUser({ fullName: 'Zoya Khan' })];
    signIn(previousUser);
    const user = renderApp('/');
    await screen.findByText('No Post Yet');
    await waitFor(() => expect(useAuthStore.getState().loading).toBe(false));
    signIn(newUser);
    const requestUserIds: (string | null)[] = [];
    const checks = mockResponse('get', '/api/auth/check-auth', newUser);
    server.use(
      http.get('*/api/post/my-posts', ({ request }) => {
        const userId = request.headers.get('x-user-id');
        requestUserIds.push(userId);
        return userId === newUser._id
          ? HttpResponse.json({ posts: [], nextCursor: null })
          : HttpResponse.json(buildError('Not Authenticated.', 'not_authenticated'), { status: 401 });
      }),
    );

    await user.click(screen.getAllByRole('link', { name: 'My Posts' })[0] as HTMLElement);

    expect(await screen.findByText('Hi, Zoya')).toBeVisible();
    expect(requestUserIds[0]).toBe(previousUser._id);
    expect(checks[0]?.headers.has('x-user-id')).toBe(false);
  });

  it.each([
    ['/', '/api/post/getposts'],
    ['/my-posts', '/api/post/my-posts'],
  ])("after another user signs in in another tab: %s shows the new user's cards", async (path, endpoint) => {
    const mockCard = (blogTitle: string) =>
      mockResponse('get', endpoint, { posts: [buildCard({ blogTitle })], nextCursor: null });
    signIn(buildUser());
    mockCard('நீலகிரி');
    renderApp(path);
    await screen.findByRole('heading', { name: 'நீலகிரி' });
    signIn(buildUser());
    mockCard('घाट');

    await act(() => useAuthStore.getState().checkAuth());

    expect(await screen.findByRole('heading', { name: 'घाट' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'நீலகிரி' })).not.toBeInTheDocument();
  });

  it('after another user signs in in another tab: reloads the open story for the new user', async () => {
    const post = buildPost({ blogTitle: 'घाट' });
    signIn(buildUser());
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    renderApp(`/post/${post.slug}`);
    await screen.findByRole('heading', { level: 1, name: 'घाट' });
    signIn(buildUser());
    mockResponse('get', '/api/post/getpost/:slug', { post: { ...post, blogTitle: 'नया घाट' } });

    await act(() => useAuthStore.getState().checkAuth());

    expect(await screen.findByRole('heading', { level: 1, name: 'नया घाट' })).toBeVisible();
  });

  it('when check-auth gets no response: shows an error without leaving the page, and the page after a retry', async () => {
    const me = buildUser();
    mockNetworkError('get', '/api/auth/check-auth');
    const user = renderApp('/');
    expect(await screen.findByRole('heading', { name: "The server isn't responding" })).toBeVisible();
    expect(window.location.pathname).toBe('/');

    signIn(me);
    await user.click(screen.getByRole('button', { name: 'Try now' }));

    expect(await screen.findByText('No Post Yet')).toBeVisible();
    expect(screen.queryByText(/can't reach/)).not.toBeInTheDocument();
  });

  it('on logout: closes the socket, clears loaded data and stores no return location for the next user', async () => {
    const me = buildUser();
    signIn(me);
    mockResponse('post', '/api/auth/logout', { message: 'Logged out' });
    const user = renderApp('/update-profile');
    await waitFor(() => expect(fakeSocket.userId).toBe(me._id));

    await user.click(await screen.findByRole('button', { name: 'Logout' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in to Safarnama' })).toBeVisible();
    expect(fakeSocket.userId).toBeNull();
    await waitFor(() => expect(window.history.state.usr ?? null).toBeNull());
  });
});

describe('chat', () => {
  it('the contact list: shows presence as text, filters by online and counts only other users', async () => {
    const me = buildUser();
    const [near, far] = [buildContact({ fullName: 'அருண்' }), buildContact({ fullName: 'Zoya' })];
    signIn(me);
    mockResponse('get', '/api/message/get-all-users', [near, far]);
    const user = renderApp('/chat');
    expect(await screen.findByRole('link', { name: /அருண்/ })).toBeVisible();
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id]));
    expect(screen.getByRole('link', { name: /அருண் Offline/ })).toBeVisible();
    expect(screen.getByText('0 online')).toBeVisible();

    act(() => fakeSocket.listeners?.getOnlineUsers([me._id, near._id]));
    expect(screen.getByRole('link', { name: /அருண் Online/ })).toBeVisible();
    expect(screen.getByText('1 online')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'online only' }));
    expect(screen.queryByRole('link', { name: /Zoya/ })).not.toBeInTheDocument();
    act(() => fakeSocket.listeners?.getOnlineUsers([me._id]));
    expect(screen.getByText('No users online')).toBeVisible();
  });

  it('with no contacts, and without a response: shows a message for each', async () => {
    signIn(buildUser());
    mockResponse('get', '/api/message/get-all-users', []);
    renderApp('/chat');
    expect(await screen.findByText('No users found')).toBeVisible();

    mockNetworkError('get', '/api/message/get-all-users');
    await typeInto('Search people', 'x');
    expect(await screen.findByText("Can't fetch users")).toBeInTheDocument();
  });

  it('with a conversation in the URL: shows incoming messages, sends on Enter and puts the text of a rejected message back', async () => {
    const me = buildUser();
    const partner = buildContact({ fullName: 'Arun' });
    signIn(me);
    mockResponse('get', '/api/message/get-all-users', [partner]);
    mockResponse('get', `/api/message/${partner._id}`, buildConversation());
    mockResponse('get', `/api/user/${partner._id}`, { user: partner });
    mockError('post', `/api/message/send/${partner._id}`, 500, '');
    const user = renderApp(`/chat/${partner._id}`);
    await screen.findByRole('heading', { level: 2, name: 'Arun' });
    await screen.findByText(/No messages yet/);

    act(() =>
      fakeSocket.listeners?.newMessage(
        buildMessage({
          senderId: partner._id,
          receiverId: me._id,
          text: 'কোন ঘাট?',
          createdAt: new Date().toISOString(),
        }),
      ),
    );
    expect(screen.getAllByText('কোন ঘাট?')[0]).toBeVisible();
    expect(screen.getByText('Arun: কোন ঘাট?')).toBeInTheDocument();

    const field = screen.getByLabelText('Message');
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    await user.type(field, 'அஸ்ஸி{Shift>}{Enter}{/Shift}காலை{Enter}');
    expect(await screen.findByText('Failed to send message')).toBeInTheDocument();
    expect(field).toHaveValue('அஸ்ஸி\nகாலை');

    const sent = mockResponse(
      'post',
      `/api/message/send/${partner._id}`,
      buildMessage({ senderId: me._id, receiverId: partner._id, text: 'அஸ்ஸி காலை' }),
      { status: 201 },
    );
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(field).toHaveValue(''));
    expect(sent).toHaveLength(1);
  });

  it('with Enter during IME composition: sends nothing', async () => {
    const partner = buildContact();
    signIn(buildUser());
    mockResponse('get', '/api/message/get-all-users', [partner]);
    mockResponse('get', `/api/message/${partner._id}`, buildConversation());
    mockResponse('get', `/api/user/${partner._id}`, { user: partner });
    const user = renderApp(`/chat/${partner._id}`);
    const field = await screen.findByLabelText('Message');
    await user.type(field, 'नमस्ते');

    const enter = new KeyboardEvent('keydown', {
      key: 'Enter',
      isComposing: true,
      bubbles: true,
      cancelable: true,
    });
    act(() => {
      field.dispatchEvent(enter);
    });

    expect(enter.defaultPrevented).toBe(false);
    expect(field).toHaveValue('नमस्ते');
  });
});

describe('post page', () => {
  it('by another author: shows the like toggle and the message link, without owner buttons', async () => {
    const post = buildPost({ blogHtml: '<h2>पहला दिन</h2><p>धूप</p>' });
    signIn(buildUser());
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    mockResponse('put', '/api/post/:id/like', { likeCount: 7, likedByMe: true });
    const user = renderApp(`/post/${post.slug}`);

    expect(screen.queryByText('Edit Post')).not.toBeInTheDocument();
    const [like] = await screen.findAllByRole('button', { name: 'Like 6' });
    if (!like) throw new Error('The story has no like button');
    await user.click(like);
    // At the beginning and at the end of the story.
    expect(await screen.findAllByRole('button', { name: 'Like 7', pressed: true })).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Message the writer' })).toHaveAttribute(
      'href',
      `/chat/${post.authorId._id}`,
    );
    expect(screen.getByText('Jan 5, 2026')).toBeVisible();
    expect(screen.getByText('1 min read')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'पहला दिन' })).toBeVisible();
  });

  it('by the viewer: is deleted without a confirmation', async () => {
    const me = buildUser();
    const post = buildPost({ authorId: me });
    signIn(me);
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });
    mockResponse('delete', '/api/post/delete-post/:id', { _id: post._id, message: 'Post deleted' });
    const user = renderApp(`/post/${post.slug}`);

    await user.click(await screen.findByRole('button', { name: 'Delete Post' }));

    expect(await screen.findByText('Post deleted')).toBeInTheDocument();
    expect(await screen.findByText('No Post Yet')).toBeVisible();
  });

  it('with an unknown slug: shows Post not found.', async () => {
    signIn(buildUser());
    mockError('get', '/api/post/getpost/:slug', 404, 'Post not found');
    renderApp('/post/missing');
    expect(await screen.findByText('Post not found.')).toBeVisible();
  });

  it('after a failure: shows the server’s message and retries', async () => {
    signIn(buildUser());
    mockError('get', '/api/post/getpost/:slug', 500, 'Something went wrong');
    const user = renderApp('/post/broken');
    expect(await screen.findByText('Error: Something went wrong')).toBeVisible();

    mockResponse('get', '/api/post/getpost/:slug', { post: buildPost({ blogTitle: 'পাহাড়' }) });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(await screen.findByRole('heading', { level: 1, name: 'পাহাড়' })).toBeVisible();
  });
});

describe('home', () => {
  it('without stories after a failure, retried with the keyboard: moves the focus to their heading', async () => {
    signIn(buildUser());
    mockNetworkError('get', '/api/post/getposts');
    const user = renderApp('/');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    mockResponse('get', '/api/post/getposts', { posts: [buildCard()], nextCursor: null });
    retry.focus();

    await user.keyboard('{Enter}');

    expect(await screen.findByRole('article')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Stories from the road' })).toHaveFocus();
  });

  it('without an IntersectionObserver: loads more cards with a button', async () => {
    signIn(buildUser());
    const [first, second] = [buildCard({ blogTitle: 'এক' }), buildCard({ blogTitle: 'দুই' })];
    mockResponse('get', '/api/post/getposts', ({ url }) =>
      url.searchParams.has('cursor')
        ? { posts: [second], nextCursor: null }
        : { posts: [first], nextCursor: 'next' },
    );
    const user = renderApp('/');
    expect(await screen.findByRole('heading', { name: 'এক' })).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Show more stories' }));

    expect(await screen.findByRole('heading', { name: 'দুই' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more stories' })).not.toBeInTheDocument();
  });

  it('without a response: shows the error and loads the stories on retry', async () => {
    signIn(buildUser());
    mockNetworkError('get', '/api/post/getposts');
    const user = renderApp('/');
    expect(await screen.findByText('Failed to fetch all posts')).toBeVisible();

    mockResponse('get', '/api/post/getposts', {
      posts: [buildCard({ blogTitle: 'বৃষ্টি' })],
      nextCursor: null,
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('heading', { name: 'বৃষ্টি' })).toBeVisible();
  });

  it('the newsletter form: confirms a subscription and rejects an invalid address', async () => {
    signIn(buildUser());
    const requests = mockResponse('post', '/api/newsletter/subscribe', { message: 'ok' });
    const user = renderApp('/');

    await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
    expect(await screen.findByText('Please enter a valid email address')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Newsletter'), 'a@example.org');
    await user.click(screen.getByRole('button', { name: 'Subscribe' }));

    expect(await screen.findByText('Thank You for your Subscription 🎊')).toBeInTheDocument();
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ email: 'a@example.org' }]));
  });
});

describe('profile', () => {
  it('with different passwords: sends nothing; when the server asks for the current password: sends it', async () => {
    const me = buildUser();
    signIn(me);
    const requests = mockError(
      'put',
      '/api/auth/update-profile',
      403,
      'Please enter your current password',
      'current_password_required',
    );
    const user = renderApp('/update-profile');
    const name = await screen.findByLabelText('Full name');
    await user.type(screen.getByLabelText('New password'), 'नया-पासवर्ड');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Passwords do not match')).toBeInTheDocument();
    expect(requests).toHaveLength(0);

    await user.type(screen.getByLabelText('Confirm password'), 'नया-पासवर्ड');
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    await user.type(await screen.findByLabelText('Current password'), 'old-password');
    const saved = mockResponse('put', '/api/auth/update-profile', { ...me, fullName: 'मीरा' });
    await user.clear(name);
    await user.type(name, 'मीरा');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));

    expect(await screen.findByText('Hi, मीरा')).toBeInTheDocument();
    expect(saved[0]?.body).toEqual({
      fullName: 'मीरा',
      password: 'नया-पासवर्ड',
      currentPassword: 'old-password',
    });
    expect(name).toBeInTheDocument();
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
  });

  it('without a name: sends nothing', async () => {
    signIn(buildUser());
    const user = renderApp('/update-profile');

    await user.clear(await screen.findByLabelText('Full name'));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));

    expect(screen.getByText('Name is required')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
  });
});

async function typeInto(label: string, text: string): Promise<void> {
  const { default: userEvent } = await import('@testing-library/user-event');
  await userEvent.type(screen.getByLabelText(label), text);
}
