export const messages = {
  changeFailed: "Couldn't change the language. Please try again.",
  saveFailed: "Couldn't save your choice. Please try again.",
} as const;
