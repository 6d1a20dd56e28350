/** Connects the tabs that open a channel with the same name; does nothing in browsers without BroadcastChannel. */
export function openTabChannel<Data>(name: string, onMessage: (message: Data) => void) {
  let channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  if (channel) channel.onmessage = ({ data }: MessageEvent<Data>) => onMessage(data);
  return {
    /** Sends a message to the other tabs; does nothing after `close`. */
    post: (message: Data) => channel?.postMessage(message),
    close() {
      channel?.close();
      channel = null;
    },
  };
}
