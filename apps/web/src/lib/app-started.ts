/** Event of the window: the app has been rendered and handles events. */
export const APP_STARTED = 'safarnama:started';
