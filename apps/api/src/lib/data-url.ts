/** True for a data URL, valid or not: a value meant as an uploaded file. False for any other URL. */
export function isDataUrl(image: string): boolean {
  return /^\s*data:/i.test(image.slice(0, 100));
}
