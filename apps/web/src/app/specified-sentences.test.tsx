import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
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

async function writeStory() {
  signIn(buildUser());
  const user = renderApp('/add-posts');
  await user.type(await screen.findByLabelText('Title'), 'জলের শব্দ');
  await user.type(await screen.findByLabelText('Your story'), '<p>নদী</p>');
  return { publish: () => user.click(screen.getByRole('button', { name: 'Publish' })) };
}

async function editStory() {
  const me = buildUser();
  signIn(me);
  const user = renderApp('/add-posts', { post: buildPost({ authorId: me, blogTitle: 'पुराना' }) });
  await screen.findByDisplayValue('पुराना');
  await screen.findByLabelText('Your story');
  await user.type(screen.getByLabelText('Title'), ' और नया');
  return { save: () => user.click(screen.getByRole('button', { name: 'Update story' })) };
}

async function openOwnPost() {
  const me = buildUser();
  const post = buildPost({ authorId: me });
  signIn(me);
  mockResponse('get', '/api/post/getpost/:slug', { post });
  mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });
  const user = renderApp(`/post/${post.slug}`);
  return {
    post,
    remove: async () => {
      await user.click(await screen.findByRole('button', { name: 'Delete Post' }));
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

/** Expects a sentence at least once: as a toast, or in place of missing content. */
async function expectShown(text: string): Promise<void> {
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
}

describe('saving a story', () => {
  it('without a title: shows Title and content are required.', async () => {
    signIn(buildUser());
    const user = renderApp('/add-posts');
    await user.type(await screen.findByLabelText('Your story'), '<p>নদী</p>');

    await user.click(screen.getByRole('button', { name: 'Publish' }));

    await expectShown('Title and content are required.');
  });

  it('creating: shows Post created!', async () => {
    const { publish } = await writeStory();
    const post = buildPost();
    mockResponse('post', '/api/post/create-post', buildSavedPost(post), { status: 201 });
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });

    await publish();

    await expectShown('Post created!');
  });

  it('creating, with a proxy’s HTML response: shows Post Creation Failed', async () => {
    const { publish } = await writeStory();
    mockHtmlResponse('post', '/api/post/create-post', 500);

    await publish();

    await expectShown('Post Creation Failed');
    expect(screen.getByLabelText('Title')).toHaveValue('জলের শব্দ');
  });

  it('updating: shows Post updated!', async () => {
    const { save } = await editStory();
    const post = buildPost();
    mockResponse('put', '/api/post/update-post/:id', buildSavedPost(post));
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockResponse('get', '/api/post/:id/comments', { comments: [], nextCursor: null });

    await save();

    await expectShown('Post updated!');
  });

  it('updating, with a proxy’s HTML response: shows Post Updation failed', async () => {
    const { save } = await editStory();
    mockHtmlResponse('put', '/api/post/update-post/:id', 500);

    await save();

    await expectShown('Post Updation failed');
    expect(screen.getByLabelText('Title')).toHaveValue('पुराना और नया');
  });

  it('failing without an error message in the store: shows Operation failed.', async () => {
    const { publish } = await writeStory();
    useBlogStore.setState({ createPost: async () => null });

    await publish();

    await expectShown('Operation failed.');
  });
});

describe('deleting a story', () => {
  it('after success: shows Post deleted', async () => {
    const { post, remove } = await openOwnPost();
    mockResponse('delete', '/api/post/delete-post/:id', { _id: post._id, message: 'gone' });
    mockResponse('get', '/api/post/my-posts', { posts: [], nextCursor: null });

    await remove();

    await expectShown('Post deleted');
  });

  it('with a proxy’s HTML response: shows Post Deletion Failed', async () => {
    const { remove } = await openOwnPost();
    mockHtmlResponse('delete', '/api/post/delete-post/:id', 500);

    await remove();

    await expectShown('Post Deletion Failed');
  });

  it('failing without an error message in the store: shows Failed to delete', async () => {
    const { remove } = await openOwnPost();
    useBlogStore.setState({ deletePost: async () => false });

    await remove();

    await expectShown('Failed to delete');
  });
});

describe('reading', () => {
  it('a story that fails to load: shows Error: and Post not found', async () => {
    signIn(buildUser());
    mockNetworkError('get', '/api/post/getpost/:slug');
    renderApp('/post/somewhere');

    await expectShown('Error: Post not found');
  });

  it('all stories, failing to load: shows Failed to fetch all posts', async () => {
    signIn(buildUser());
    mockHtmlResponse('get', '/api/post/getposts', 502);
    renderApp('/');

    await expectShown('Failed to fetch all posts');
  });

  it('the user’s own stories, failing to load: shows Failed to get Posts', async () => {
    signIn(buildUser());
    mockHtmlResponse('get', '/api/post/my-posts', 502);
    renderApp('/my-posts');

    await expectShown('Failed to get Posts');
  });

  it('a request without a default message of its own: shows Error', async () => {
    const post = buildPost();
    signIn(buildUser());
    mockResponse('get', '/api/post/getpost/:slug', { post });
    mockHtmlResponse('get', '/api/post/:id/comments', 502);
    renderApp(`/post/${post.slug}`);

    await expectShown('Error');
  });
});

describe('chat', () => {
  it('contacts that fail to load: shows Can’t fetch users', async () => {
    signIn(buildUser());
    mockHtmlResponse('get', '/api/message/get-all-users', 502);
    renderApp('/chat');

    await expectShown("Can't fetch users");
  });

  it('messages that fail to load: shows Can’t fetch messages', async () => {
    const { partner, open } = await openChat();
    mockHtmlResponse('get', `/api/message/${partner._id}`, 502);
    open();

    await expectShown("Can't fetch messages");
  });

  it('a rejected message: shows Failed to send message, stores Message Send Failed and keeps the text', async () => {
    const { partner, open } = await openChat();
    mockResponse('get', `/api/message/${partner._id}`, buildConversation());
    mockHtmlResponse('post', `/api/message/send/${partner._id}`, 500);
    const user = open();
    const field = await screen.findByLabelText('Message');

    await user.type(field, 'எப்போது?{Enter}');

    await expectShown('Failed to send message');
    expect(useChatStore.getState().error).toBe('Message Send Failed');
    expect(field).toHaveValue('எப்போது?');
  });

  it('a message without a selected user: shows Please select a user to chat with.', async () => {
    render(
      <>
        <Composer />
        <Toasts />
      </>,
    );

    await userEvent.type(screen.getByLabelText('Message'), 'कोई है?{Enter}');

    await expectShown('Please select a user to chat with.');
  });

  it('a file that is not a picture: shows Only image files are allowed', async () => {
    const { partner, open } = await openChat();
    mockResponse('get', `/api/message/${partner._id}`, buildConversation());
    open();

    fireEvent.change(await screen.findByLabelText('Attach a picture', { selector: 'input' }), {
      target: { files: [new File(['x'], 'टिकट.pdf', { type: 'application/pdf' })] },
    });

    await expectShown('Only image files are allowed');
  });
});

describe('a rejected check-auth', () => {
  it('on first load: sets the error Not Authenticated., and the app logs out', async () => {
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
