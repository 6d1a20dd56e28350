import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Composer } from '../features/chat/composer.tsx';
import { useAuthStore } from '../stores/auth.store.ts';
import { useBlogStore } from '../stores/blog.store.ts';
import { useChatStore } from '../stores/chat/chat.store.ts';
import {
  buildContact,
  buildConversation,
  buildPost,
  buildSavedPost,
  buildUser,
} from '../testing/factories.ts';
import { renderApp } from '../testing/render-app.tsx';
import { mockHtmlResponse, mockNetworkError, mockResponse, signIn, signOut } from '../testing/server.ts';
import { Toasts } from './toasts.tsx';

vi.mock('../features/post/writing/story-editor.tsx', () => import('../testing/plain-story-editor.tsx'));

afterEach(() => {
  // Also the actions, which some tests replace.
  useBlogStore.setState(useBlogStore.getInitialState(), true);
});

async function writeStory() {
  signIn(buildUser());
  const person = renderApp('/add-posts');
  await person.type(await screen.findByLabelText('Title'), 'জলের শব্দ');
  await person.type(await screen.findByLabelText('Your story'), '<p>নদী</p>');
  return { publish: () => person.click(screen.getByRole('button', { name: 'Publish' })) };
}

async function editStory() {
  const me = buildUser();
  signIn(me);
  const person = renderApp('/add-posts', { post: buildPost({ authorId: me, blogTitle: 'पुराना' }) });
  await screen.findByDisplayValue('पुराना');
  await screen.findByLabelText('Your story');
  await person.type(screen.getByLabelText('Title'), ' और नया');
  return { save: () => person.click(screen.getByRole('button', { name: 'Update story' })) };
}

async function openOwnPost() {
  const me = buildUser();
  const post = buildPost({ authorId: me });
  signIn(me);
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  const person = renderApp(`/post/${post.slug}`);
  return {
    post,
    remove: async () => {
      await person.click(await screen.findByRole('button', { name: 'Delete Post' }));
      await person.click(screen.getByRole('button', { name: 'Delete for good' }));
    },
  };
}

async function openChat() {
  const partner = buildContact({ fullName: 'அருண்' });
  signIn(buildUser());
  mockResponse('get', '/api/message/get-all-users', [partner]);
  mockResponse('get', `/api/user/${partner._id}`, { user: partner });
  return { partner, open: () => renderApp(`/chat/${partner._id}`) };
}

/** Once as a toast, and perhaps in the place of what did not come. */
async function expectShown(text: string): Promise<void> {
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
}

describe('saving a story', () => {
  it('without a title: says Title and content are required.', async () => {
    signIn(buildUser());
    const person = renderApp('/add-posts');
    await person.type(await screen.findByLabelText('Your story'), '<p>নদী</p>');

    await person.click(screen.getByRole('button', { name: 'Publish' }));

    await expectShown('Title and content are required.');
  });

  it('a new one that is stored: says Post created!', async () => {
    const { publish } = await writeStory();
    const post = buildPost();
    mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });

    await publish();

    await expectShown('Post created!');
  });

  it('a new one with a proxy’s page for an answer: says Post Creation Failed', async () => {
    const { publish } = await writeStory();
    mockHtmlResponse('post', '/api/post/create-post', 500);

    await publish();

    await expectShown('Post Creation Failed');
    expect(screen.getByLabelText('Title')).toHaveValue('জলের শব্দ');
  });

  it('a changed one that is stored: says Post updated!', async () => {
    const { save } = await editStory();
    const post = buildPost();
    mockResponse('put', '/api/post/update-post/:id', buildSavedPost(post));
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });

    await save();

    await expectShown('Post updated!');
  });

  it('a changed one with a proxy’s page for an answer: says Post Updation failed', async () => {
    const { save } = await editStory();
    mockHtmlResponse('put', '/api/post/update-post/:id', 500);

    await save();

    await expectShown('Post Updation failed');
    expect(screen.getByLabelText('Title')).toHaveValue('पुराना और नया');
  });

  it('failed without any reason in the store: says Operation failed.', async () => {
    const { publish } = await writeStory();
    useBlogStore.setState({ createPost: async () => null });

    await publish();

    await expectShown('Operation failed.');
  });
});

describe('deleting a story', () => {
  it('done: says Post deleted', async () => {
    const { post, remove } = await openOwnPost();
    mockResponse('delete', '/api/post/delete-post/:id', { _id: post._id, message: 'gone' });
    mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });

    await remove();

    await expectShown('Post deleted');
  });

  it('with a proxy’s page for an answer: says Post Deletion Failed', async () => {
    const { remove } = await openOwnPost();
    mockHtmlResponse('delete', '/api/post/delete-post/:id', 500);

    await remove();

    await expectShown('Post Deletion Failed');
  });

  it('failed without any reason in the store: says Failed to delete', async () => {
    const { remove } = await openOwnPost();
    useBlogStore.setState({ deletePost: async () => false });

    await remove();

    await expectShown('Failed to delete');
  });
});

describe('reading', () => {
  it('a story that does not come: says Error: and Post not found', async () => {
    signIn(buildUser());
    mockNetworkError('get', '/api/post/getpost/:slug');
    renderApp('/post/somewhere');

    await expectShown('Error: Post not found');
  });

  it('all stories that do not come: says Failed to fetch all posts', async () => {
    signIn(buildUser());
    mockHtmlResponse('get', '/api/post/getposts', 502);
    renderApp('/');

    await expectShown('Failed to fetch all posts');
  });

  it('one’s own stories that do not come: says Failed to get Posts', async () => {
    signIn(buildUser());
    mockHtmlResponse('get', '/api/post/my-posts', 502);
    renderApp('/my-posts');

    await expectShown('Failed to get Posts');
  });

  it('something without a default of its own: says Error', async () => {
    const post = buildPost();
    signIn(buildUser());
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockHtmlResponse('get', '/api/post/:id/comments', 502);
    renderApp(`/post/${post.slug}`);

    await expectShown('Error');
  });
});

describe('chat', () => {
  it('people who do not come: says Can’t fetch users', async () => {
    signIn(buildUser());
    mockHtmlResponse('get', '/api/message/get-all-users', 502);
    renderApp('/chat');

    await expectShown("Can't fetch users");
  });

  it('messages that do not come: says Can’t fetch messages', async () => {
    const { partner, open } = await openChat();
    mockHtmlResponse('get', `/api/message/${partner._id}`, 502);
    open();

    await expectShown("Can't fetch messages");
  });

  it('a message that is not sent: says Failed to send message, stores Message Send Failed, and stays', async () => {
    const { partner, open } = await openChat();
    mockResponse('get', `/api/message/${partner._id}`, buildConversation());
    mockHtmlResponse('post', `/api/message/send/${partner._id}`, 500);
    const person = open();
    const field = await screen.findByLabelText('Message');

    await person.type(field, 'எப்போது?{Enter}');

    await expectShown('Failed to send message');
    expect(useChatStore.getState().error).toBe('Message Send Failed');
    expect(field).toHaveValue('எப்போது?');
  });

  it('a message to nobody: says Please select a user to chat with.', async () => {
    render(
      <>
        <Composer />
        <Toasts />
      </>,
    );

    await userEvent.type(screen.getByLabelText('Message'), 'कोई है?{Enter}');

    await expectShown('Please select a user to chat with.');
  });

  it('a file that is no picture: says Only image files are allowed', async () => {
    const { partner, open } = await openChat();
    mockResponse('get', `/api/message/${partner._id}`, buildConversation());
    open();

    fireEvent.change(await screen.findByLabelText('Attach a picture', { selector: 'input' }), {
      target: { files: [new File(['x'], 'टिकट.pdf', { type: 'application/pdf' })] },
    });

    await expectShown('Only image files are allowed');
  });
});

describe('a refused check-auth', () => {
  it('sets the error Not Authenticated., on which the app logs out', async () => {
    const errors: (string | null)[] = [];
    const unsubscribe = useAuthStore.subscribe(({ error }) => errors.push(error));
    mockHtmlResponse('get', '/api/auth/check-auth', 401);
    const requests = mockResponse('post', '/api/auth/logout', { message: 'Logged out' });

    renderApp('/about');
    await vi.waitFor(() => expect(requests).toHaveLength(1), { timeout: 10_000 });

    expect(errors).toContain('Not Authenticated.');
    unsubscribe();
    signOut();
  });
});
