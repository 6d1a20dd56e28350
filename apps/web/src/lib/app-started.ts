/** Name of the window event that reports that the app has been rendered and handles events. */
export const APP_STARTED = 'safarnama:started';
